print("ambient")
