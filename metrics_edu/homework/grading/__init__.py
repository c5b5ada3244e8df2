"""A folder of submissions to points, a gradebook, a leaderboard, and the mistakes of a class."""
