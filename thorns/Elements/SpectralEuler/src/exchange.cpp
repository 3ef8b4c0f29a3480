/// Scheduled functions that exchange the values at faces between processes. The messages are in flight while the volume
/// terms are computed.
#include "mesh/connectivity.hpp"
#include "settings.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace spectral_euler {
namespace {

constexpr std::size_t n_fields = 5;

/// A message to and a message from another process. The values are ordered by face, field and node.
struct Messages {
  Partner partner;
  std::vector<double> sent{}, received{};
};

class FaceExchange {
public:
  void set_partners(MPI_Comm communicator, std::vector<Partner> const& partners, std::size_t nodes_per_face) {
    communicator_ = communicator;
    nodes_per_face_ = nodes_per_face;
    messages_.clear();
    for (Partner const& partner : partners) {
      std::size_t const size = partner.sent.size() * n_fields * nodes_per_face;
      messages_.push_back({partner, std::vector<double>(size), std::vector<double>(size)});
    }
  }

  void start(std::array<CCTK_REAL const*, n_fields> const& faces) {
    for (Messages& message : messages_) {
      requests_.emplace_back();
      MPI_Irecv(message.received.data(), static_cast<int>(message.received.size()), MPI_DOUBLE, message.partner.rank, 0,
                communicator_, &requests_.back());
    }
    for (Messages& message : messages_) {
      auto* next = message.sent.data();
      for (LocalFace const& face : message.partner.sent)
        for (CCTK_REAL const* field : faces) next = std::copy_n(field + first_node(face), nodes_per_face_, next);
      requests_.emplace_back();
      MPI_Isend(message.sent.data(), static_cast<int>(message.sent.size()), MPI_DOUBLE, message.partner.rank, 0,
                communicator_, &requests_.back());
    }
  }

  void finish(std::array<CCTK_REAL*, n_fields> const& outside) {
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
    for (Messages const& message : messages_) {
      auto const* next = message.received.data();
      for (LocalFace const& face : message.partner.received)
        for (CCTK_REAL* field : outside) {
          std::copy_n(next, nodes_per_face_, field + first_node(face));
          next += nodes_per_face_;
        }
    }
  }

private:
  std::size_t first_node(LocalFace const& face) const {
    return nodes_per_face_ * (face.face + 6 * static_cast<std::size_t>(face.element));
  }

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::size_t nodes_per_face_ = 0;
  std::vector<Messages> messages_;
  std::vector<MPI_Request> requests_;
};

FaceExchange face_exchange;

/// The first element of each process, and the number of all elements.
std::vector<long> first_elements(cGH const* cctkGH, MPI_Comm communicator) {
  long const first = local_elements(cctkGH).first;
  std::vector<long> firsts(static_cast<std::size_t>(CCTK_nProcs(cctkGH)) + 1);
  MPI_Allgather(&first, 1, MPI_LONG, firsts.data(), 1, MPI_LONG, communicator);
  firsts.back() = mesh_of_parameters().n_elements();
  return firsts;
}

} // namespace
} // namespace spectral_euler

extern "C" void SpectralEuler_ConnectElements(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_ConnectElements);
  using namespace spectral_euler;
  MPI_Comm const communicator = thorntools::communicator(cctkGH);
  auto const connectivity = connect(mesh_of_parameters(), first_elements(cctkGH, communicator), CCTK_MyProc(cctkGH));
  std::copy(connectivity.kind.begin(), connectivity.kind.end(), face_kind);
  std::copy(connectivity.neighbour.begin(), connectivity.neighbour.end(), neighbour);
  std::copy(connectivity.neighbour_face.begin(), connectivity.neighbour_face.end(), neighbour_face);
  auto const n = static_cast<std::size_t>(degree_of_parameters()) + 1;
  face_exchange.set_partners(communicator, connectivity.partners, n * n);
}

extern "C" void SpectralEuler_StartExchange(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_StartExchange);
  spectral_euler::face_exchange.start({rho_face, m1_face, m2_face, m3_face, energy_face});
}

extern "C" void SpectralEuler_FinishExchange(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_FinishExchange);
  spectral_euler::face_exchange.finish({rho_outside, m1_outside, m2_outside, m3_outside, energy_outside});
}
