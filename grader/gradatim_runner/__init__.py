"""What runs inside the containers: the student that answers calls and the checker that makes them."""
