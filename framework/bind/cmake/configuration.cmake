function(chemora_configuration)
endfunction()
