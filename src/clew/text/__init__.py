"""Text as people write it: folding, sentences, words, languages, numbers and times."""
