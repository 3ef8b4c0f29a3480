// Trains a naive Bayes classifier with the numbers of words in documents: the logarithms of the probabilities of words in
// spam and in other documents, and of spam itself.
input int counts[documents, words]
input int is_spam[documents]

let words_of_document = map(d < documents: sum(w < words: counts[d, w]))
let n_spam = sum(is_spam)
let spam_words = sum(d < documents: if is_spam[d] == 1 then words_of_document[d] else 0)
let other_words = sum(words_of_document) - spam_words
let spam_counts = map(w < words: sum(d < documents: if is_spam[d] == 1 then counts[d, w] else 0))
let other_counts = map(w < words: sum(d < documents: if is_spam[d] == 1 then 0 else counts[d, w]))

output spam_prior = n_spam / documents
output spam_count_of_word = spam_counts
output other_count_of_word = other_counts
output spam_log_probability = map(k in spam_counts: log((k + 1) / (spam_words + words)))
output other_log_probability = map(k in other_counts: log((k + 1) / (other_words + words)))
