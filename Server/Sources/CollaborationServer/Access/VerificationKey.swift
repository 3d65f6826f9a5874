import CCrypto
import Foundation
import ServerModels

/// A key that verifies the signatures of tokens with one algorithm.
///
/// The algorithm belongs to the key and is never chosen by a token: a token that names another one is not verified with
/// this key. So a public key never serves as the secret of an HMAC.
struct VerificationKey: Sendable {
  enum Algorithm: String, Sendable {
    /// HMAC with SHA-256 (RFC 7518, section 3.2).
    case hs256 = "HS256"
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
    case rs256 = "RS256"
    /// ECDSA with P-256 and SHA-256 (RFC 7518, section 3.4).
    case es256 = "ES256"
  }

  private enum Material: Sendable {
    case secret([UInt8])
    case rsa(PublicKey)
    case ec(PublicKey)
  }

  /// The minimum number of bytes of a secret (RFC 7518, section 3.2).
  static let minimumSecretBytes = 32
  /// The sizes of RSA keys in bits (RFC 7518, section 3.3). Larger ones cost the server's thread too much time.
  static let rsaBits = 2_048...8_192

  /// The id by which tokens name the key; nil if it verifies tokens with any id.
  let id: String?
  private let material: Material

  /// A secret of HS256; nil if it is too short.
  init?(secret: [UInt8]) {
    guard secret.count >= Self.minimumSecretBytes else { return nil }
    (id, material) = (nil, .secret(secret))
  }

  /// A public key of RS256 or ES256; nil for one that is for something else, or that is not valid.
  init?(_ key: JWKSet.Key) {
    guard key.use ?? "sig" == "sig", key.keyOps?.contains("verify") ?? true else { return nil }
    id = key.kid
    switch key.kty {
    case "RSA":
      guard key.alg ?? "RS256" == "RS256", let n = key.n.flatMap({ Base64URL.decode($0) }),
        let e = key.e.flatMap({ Base64URL.decode($0) }), let key = PublicKey(modulus: n, exponent: e),
        Self.rsaBits.contains(key.bits)
      else { return nil }
      material = .rsa(key)
    case "EC":
      guard key.alg ?? "ES256" == "ES256", key.crv == "P-256", let x = key.x.flatMap({ Base64URL.decode($0) }),
        let y = key.y.flatMap({ Base64URL.decode($0) }), let key = PublicKey(x: x, y: y)
      else { return nil }
      material = .ec(key)
    default: return nil
    }
  }

  var algorithm: Algorithm {
    switch material {
    case .secret: .hs256
    case .rsa: .rs256
    case .ec: .es256
    }
  }

  func verifies(_ signature: [UInt8], of content: [UInt8]) -> Bool {
    switch material {
    case .secret(let secret):
      let expected = Self.signature(of: content, secret: secret)
      return signature.count == expected.count && CRYPTO_memcmp(signature, expected, expected.count) == 0
    case .rsa(let key): return key.verifies(signature, of: content)
    case .ec(let key): return key.verifies(ecdsa: signature, of: content)
    }
  }

  /// Signs with HS256.
  static func signature(of content: [UInt8], secret: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    _ = HMAC(EVP_sha256(), secret, Int32(secret.count), content, content.count, &result, &count)
    return result
  }
}

/// A public key of OpenSSL, which is not changed after its creation and may be used by several threads.
private final class PublicKey: @unchecked Sendable {
  private let key: OpaquePointer

  deinit { EVP_PKEY_free(key) }

  /// An RSA key; nil if its numbers are not those of one.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    // OpenSSL accepts any numbers. An exponent of 1 would let everybody sign.
    guard let last = modulus.last, last & 1 == 1, let low = exponent.last, low & 1 == 1, exponent.count <= 8,
      exponent.drop(while: { $0 == 0 }) != [1]
    else { return nil }
    guard let key = crypto_rsa_key(modulus, modulus.count, exponent, exponent.count) else { return nil }
    self.key = key
  }

  /// A key of the curve P-256; nil for a point that is not on it.
  init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    let point = [0x04] + x + y
    guard let key = crypto_p256_key(point) else { return nil }
    self.key = key
  }

  var bits: Int { Int(EVP_PKEY_get_bits(key)) }

  func verifies(_ signature: [UInt8], of content: [UInt8]) -> Bool {
    // Failed verifications leave their reasons in a queue of the thread.
    defer { ERR_clear_error() }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, signature.count, content, content.count) == 1
  }

  /// Verifies a signature of two numbers of 32 bytes (RFC 7518, section 3.4).
  func verifies(ecdsa signature: [UInt8], of content: [UInt8]) -> Bool {
    guard signature.count == 64 else { return false }
    let numbers = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(numbers) }
    // The signature owns the numbers.
    let (r, s) = (BN_bin2bn(signature, 32, nil), BN_bin2bn(Array(signature[32...]), 32, nil))
    guard ECDSA_SIG_set0(numbers, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return false
    }
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(numbers, &encoded)
    guard count > 0, let encoded else { return false }
    defer { CRYPTO_free(encoded, "", 0) }
    return verifies(Array(UnsafeBufferPointer(start: encoded, count: Int(count))), of: content)
  }
}
