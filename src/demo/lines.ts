/**
 * The lines of a byte stream, without their terminators; a last line without one counts too.
 *
 * Two traps that this avoids: decoding chunk by chunk breaks a character that lies in two chunks, and
 * `node:readline` also splits at U+2028 and U+2029, which JSON allows inside strings.
 */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString("utf8");
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
    }
  }
  if (parts.length > 0) {
    yield Buffer.concat(parts).toString("utf8");
  }
}
