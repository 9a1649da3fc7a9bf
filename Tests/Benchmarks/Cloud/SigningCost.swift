import CJPEGOracle
import Foundation
import MosaicCloud

/// Cost of signing the request of a screenshot, with a key that is derived once a day.
enum SigningCost {
    static func section(count: Int = 20_000) -> BenchReport.Section {
        let date = AmazonDate(Date())
        let key = SigningKey(secret: "bench-secret", region: "us-east-1", date: date)
        var times: [Double] = []
        var length = 0
        for _ in 0..<5 {
            let start = cjpegscaled_thread_time()
            for number in 0..<count {
                let request = SignatureV4.Request(
                    method: "GET", path: "/chapter-screenshots/xlumX1Wtzrg/ch\(number)_397s.jpg",
                    headers: [
                        ("Host", "minio:9000"), ("x-amz-checksum-mode", "ENABLED"), ("x-amz-date", date.text),
                        ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
                    ], payload: "UNSIGNED-PAYLOAD")
                length +=
                    SignatureV4.authorization(
                        of: request, keyID: "bench", key: key, region: "us-east-1", date: date
                    ).utf8.count
            }
            times.append(Double(cjpegscaled_thread_time() - start) / 1e3 / Double(count))
        }
        precondition(length > 0)
        return BenchReport.Section(
            title: "Signature V4",
            rows: [Measurement(name: "one signature", value: Median.of(times), unit: "us", wanted: .atMost(15))])
    }
}
