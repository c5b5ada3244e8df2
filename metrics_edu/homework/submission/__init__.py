"""What was handed in: whose it is, the lists, the ratings and the claims, and what there is to say about them."""
