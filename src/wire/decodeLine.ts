import { isUtf8 } from "node:buffer";
import { classify, type Envelope } from "./envelope.ts";
import { type FindingSet, finding } from "./findings.ts";
import { type Line, LineInChunk } from "./line.ts";
import type { JsonValue } from "./messages.ts";
import { messageOutline } from "./oversized.ts";
import { numericIdTexts } from "./unsafeNumbers.ts";

/** What a line says, once somebody asks. */
export interface DecodedLine {
  /** The line as text, without a byte order mark; bytes that are not UTF-8 as U+FFFD. */
  text: string;
  /** Absent where the line is not JSON, or oversized and not clearly one of the envelopes. */
  envelope?: Envelope;
  /** What this line alone shows to be wrong, its envelope's included; but for what only `JsonScan` sees. */
  findings: FindingSet;
}

const replacementCharacter = "\ufffd";
const byteOrderMark = 0xfeff;

/** Decodes one line: UTF-8, JSON, envelope. Never throws. Costs one parse and little more. [R2] */
export function decodeLine(line: Line): DecodedLine {
  let findings: FindingSet = 0;
  if (line.terminator === "\r\n") {
    findings |= finding.crlf;
  } else if (line.terminator === "") {
    findings |= finding["unterminated-line"];
  }
  let text: string;
  try {
    text = line instanceof LineInChunk ? line.text : line.bytes.toString();
  } catch {
    // It is longer than a string can be.
    return decodeOversized(line.bytes, 0, "", findings | finding["oversized-line"]);
  }
  // A line with U+FFFD in it may have been sent so; only then the bytes are looked at again.
  if (text.includes(replacementCharacter) && !isUtf8(line.bytes)) {
    findings |= finding["invalid-utf8"];
  }
  if (text.charCodeAt(0) === byteOrderMark) {
    findings |= finding.bom;
    text = text.slice(1);
  }
  if (line.omitted !== undefined) {
    return decodeOversized(line.bytes, line.omitted, text, findings | finding["oversized-line"]);
  }
  const envelope = envelopeIn(text);
  return envelope === undefined
    ? { text, findings: findings | unparsedFinding(text) }
    : { text, envelope, findings: findings | envelope.findings };
}

function envelopeIn(text: string): Envelope | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  const envelope = classify(value);
  keepIdTexts(envelope, text);
  return envelope;
}

/** What head and tail tell for certain; whether the whole would have been right nobody knows. */
function decodeOversized(bytes: Buffer, omitted: number, text: string, findings: FindingSet): DecodedLine {
  const outline = messageOutline(bytes);
  const envelope = outline === undefined ? undefined : envelopeIn(outline);
  if (envelope === undefined || envelope.kind === "invalid") {
    return { text, findings: findings | (unparsedFinding(text) & ~finding["invalid-json"]) };
  }
  return { text, envelope: { ...envelope, findings: 0, lineBytes: bytes.length + omitted }, findings };
}

/** Why a line did not parse: meant as JSON, another framing, or simply not for this pipe. */
function unparsedFinding(text: string): FindingSet {
  if (/^\s*(?:\{|\[\s*[{"])/.test(text)) {
    return finding["invalid-json"];
  }
  return /^Content-Length:/i.test(text) ? finding["lsp-framing"] : finding["stray-output"];
}

/** Puts the text of an id in place of the number that JavaScript rounded. [R6] */
function keepIdTexts(envelope: Envelope, text: string): void {
  const rounded = envelope.members?.filter(hasRoundedId) ?? (hasRoundedId(envelope) ? [envelope] : undefined);
  if (rounded === undefined || rounded.length === 0) {
    return;
  }
  const texts = numericIdTexts(text);
  let next = 0;
  for (const member of rounded) {
    while (next < texts.length && Number(texts[next]) !== member.id) {
      next++;
    }
    const idText = texts[next++];
    if (idText !== undefined) {
      member.id = idText;
      member.unsafeId = true;
    }
  }
}

function hasRoundedId({ id }: Envelope): boolean {
  return typeof id === "number" && !isHeldExactly(id);
}

function isHeldExactly(id: number): boolean {
  return Number.isSafeInteger(id) || (Number.isFinite(id) && !Number.isInteger(id));
}
