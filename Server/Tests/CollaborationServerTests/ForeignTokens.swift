/// Keys and tokens that were made with the command `openssl`. The tokens are for `auth0|5f7c` until 2,000 seconds.
enum ForeignTokens {
  static let rsaKey =
    #"{"kty": "RSA", "n": "4AZ5ApE8GlVSU0M07yDc_ni_Y5msB7eXSQ2mFFXXYAFkMQkz7VD7E4VBi5FR-PPLP3Une5s7N4m"#
    + #"AqyBlnTYGoP3oK7o31nyja2HTDd-dBSNJiSqqfgivJLj8RPJbbbMfD26eTCIlxSKrxrtOrbxJ_KmU76f2vtZ4sVSPREkb0gW"#
    + #"hnT3I5kWxtKpuJxKwLthpmu989a37VNeIZfWccQ0Hd0hTgVFR2i4mQQv5zp4UgTtaLgIbRKwTPwr9jTTTZDNSsVasVrHk7Be"#
    + #"iYKDeramISXHoM0Ds6vROVsUcFwmQ1WbDbiu-g_Gjg46jItcUjKyxF5FoJXGRYAhcZEyx8bQnKw", "e": "AQAB", "kid""#
    + #": "rsa-1", "alg": "RS256", "use": "sig"}"#
  static let ecKey =
    #"{"kty": "EC", "crv": "P-256", "x": "HLk1DN8K2-SzHER-BD5Al591WaKh0DcY0Ax4rF_xg-M", "y": "KB3dLqEu"#
    + #"fUfSpubPOe8B25EoSMy5cW0HAjISBfeqPDg", "kid": "ec-1", "alg": "ES256"}"#
  static let nextKey =
    #"{"kty": "EC", "crv": "P-256", "x": "5dTBnFGSn8Y1mb0XlYYqU5qU-yZy5ekacCoXLexn6FY", "y": "rS0tUZae"#
    + #"zILEpueNfvj-RrpLWj-6nHCsmN3m-E4Nk4k", "kid": "ec-2"}"#
  static let shortKey =
    #"{"kty": "RSA", "n": "tnZFy4PC3WEfffgKRHxhuVY3GOGUzVPjWXrqe8fG6W-5GmiNc6EwiFZSD9zRI62c-ekQZbYUs38"#
    + #"q9nJnMC2hIhjTxXSK6Hvu1ktDfIbdZjPRVVsSbRq-qJa5tnwbNzDOlSdBtYXm7iTk2RpA84i7QuG7-eHIZD1wkoGi4HCzrFU"#
    + #"", "e": "AQAB", "kid": "short"}"#
  static let rsa =
    #"eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUvIiwic3ViIjoiYXV0"#
    + #"aDB8NWY3YyIsImF1ZCI6WyJhcGkiLCJvdGhlciJdLCJleHAiOjIwMDAsInNjb3BlIjoib3BlbmlkIHJvb21zOnJlYWQifQ.D"#
    + #"qOFv0OXay5uyb1gfAszVFxTeN3nYAaPnDErY_qt-JqVO_z0H4SUYSCWKr8YfGe5YJDxwYNWAlRf9HZ_jHXRVI5wIkxx63Kh2"#
    + #"iKx0-UBRI-PyM8QfJuuHoTdGhbgIksyIEVwG4osRVvVdTUQ0j5-exwix1bt23Ml8jLn6JEAFZM1eFqGiPd_0nYSx1XnFdX1V"#
    + #"mQ5tYWKmhJhQBLWsuYHte2tvQeN2P_R_bDD_1oHtD1WkTN6xttQG7ToFzW0Xa_Z3YubsYSnnxswN5UhpQgO_o-r-OTIQIGoV"#
    + #"nHpPofQR1Zl8Ah0tdGauEiygdyJAbgvXrx46zUr5KTyIxdRLdpUaQ"#
  static let ec =
    #"eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTEifQ.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUvIiwic3ViIjoiYXV0a"#
    + #"DB8NWY3YyIsImF1ZCI6WyJhcGkiLCJvdGhlciJdLCJleHAiOjIwMDAsInNjb3BlIjoib3BlbmlkIHJvb21zOnJlYWQifQ.DY"#
    + #"0qyuWVWwqh9ABN4z3uGK6AUwGXLKTrlzQlZV9oPfyXgCOMVYYLrthwC6m1qph_aYnklMh-7iNNxZa0iDvQGw"#
  static let next =
    #"eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTIifQ.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUvIiwic3ViIjoiYXV0a"#
    + #"DB8NWY3YyIsImF1ZCI6WyJhcGkiLCJvdGhlciJdLCJleHAiOjIwMDAsInNjb3BlIjoib3BlbmlkIHJvb21zOnJlYWQifQ.gf"#
    + #"z5XUePLbcoX2V-XsFDNGv04hQpW2xATPXgIex72qH3MWsQPfIqjFoE5lH7Abqj2A-361SbnwLDVD-JvfWYIQ"#
  static let short =
    #"eyJhbGciOiJSUzI1NiIsImtpZCI6InNob3J0In0.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUvIiwic3ViIjoiYXV0"#
    + #"aDB8NWY3YyIsImF1ZCI6WyJhcGkiLCJvdGhlciJdLCJleHAiOjIwMDAsInNjb3BlIjoib3BlbmlkIHJvb21zOnJlYWQifQ.s"#
    + #"QcibHbrFYsy52D1OPfgrJkA8f2oKSqhOrnMocG29bJtpZxoET25oHsF2l0V2zumvqrrPmfdVo8su0K5xQWV7OCozbvWC6pMI"#
    + #"xQ9YfvIYfBEZGdA45BjZMeqHuTVkDLBVYzVATLsNcoCSiCU4hDJzbBKN5NpoFEBGHEOSlFNcRc"#
  static let confusedModulus =
    #"eyJhbGciOiJIUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leGFtcGxlLyIsICJzdWIiOiAi"#
    + #"YXV0aDB8NWY3YyIsICJhdWQiOiBbImFwaSIsICJvdGhlciJdLCAiZXhwIjogMjAwMCwgInNjb3BlIjogIm9wZW5pZCByb29t"#
    + #"czpyZWFkIn0.Ah_qkZTO1kHCfsFbILNLFmugIRl34-ANXNCxADFxXbw"#
  static let confusedPEM =
    #"eyJhbGciOiJIUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leGFtcGxlLyIsICJzdWIiOiAi"#
    + #"YXV0aDB8NWY3YyIsICJhdWQiOiBbImFwaSIsICJvdGhlciJdLCAiZXhwIjogMjAwMCwgInNjb3BlIjogIm9wZW5pZCByb29t"#
    + #"czpyZWFkIn0.kAVmXULtOdrIJRj89Hda_B3PdNs7KO6Er2RoTiTxb_4"#
}
