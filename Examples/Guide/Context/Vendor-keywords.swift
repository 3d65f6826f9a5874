import SchemaRuntime

private var user = User(nickName: "Ori", address: User.Address(city: "Chania", street: "Main Street"))
private let before = User(nickName: "Ori")
private let after = User(title: "Dr.")
