/** The first bytes of `bytes`, at most `limit`, without cutting a code point in two. */
export function utf8Head(bytes: Buffer, limit: number): Buffer {
  if (bytes.length <= limit) {
    return bytes;
  }
  let end = limit;
  // Continuation bytes are 10xxxxxx; a code point has three of them at most.
  while (end > limit - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end--;
  }
  return bytes.subarray(0, end);
}
