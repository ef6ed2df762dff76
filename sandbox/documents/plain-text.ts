/** Control characters, which do not belong in a text. A database ends a text at U+0000. */
const NOT_TEXT = /[^\P{Cc}\t\n]/gu;
/** Half of a surrogate pair, which no database stores. */
const UNPAIRED_SURROGATES = /\p{Surrogate}/gu;

/** Prepares a foreign text for storage and search: one kind of line end, whole characters, no control characters. */
export function cleanText(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').replaceAll(NOT_TEXT, '').replaceAll(UNPAIRED_SURROGATES, '\u{fffd}');
}

/** Size in bytes and number of words of a text. */
export function measureText(text: string): { sizeBytes: number; wordCount: number } {
	return { sizeBytes: Buffer.byteLength(text), wordCount: text.match(/\S+/g)?.length ?? 0 };
}

/** Approximate length of a passage in characters: a few paragraphs, so that it can answer a question by itself. */
const PASSAGE_LENGTH = 900;

/** Sentence ends, also for scripts without a space after them. */
const SENTENCE_ENDS = ['. ', '! ', '? ', '\n', '。', '！', '？'];

/** Cuts a text into passages at paragraphs. A long paragraph is cut at sentences, else at words. */
export function splitPassages(text: string): string[] {
	const passages: string[] = [];
	let current = '';
	for (const piece of text.split(/\n\s*\n/).flatMap(splitLong)) {
		const paragraph = piece.trim();
		if (!paragraph) continue;
		if (current && current.length + paragraph.length > PASSAGE_LENGTH) {
			passages.push(current);
			current = '';
		}
		current = current ? `${current}\n\n${paragraph}` : paragraph;
	}
	return current ? [...passages, current] : passages;
}

function splitLong(paragraph: string): string[] {
	if (paragraph.length <= PASSAGE_LENGTH) return [paragraph];
	const pieces: string[] = [];
	let rest = paragraph;
	while (rest.length > PASSAGE_LENGTH) {
		const cut = lastBreak(rest.slice(0, PASSAGE_LENGTH));
		pieces.push(rest.slice(0, cut));
		rest = rest.slice(cut);
	}
	return [...pieces, rest];
}

/** The position of the cut: after the last sentence, else after the last space, else (one endless word) at the end. */
function lastBreak(text: string): number {
	const sentence = Math.max(...SENTENCE_ENDS.map((end) => text.lastIndexOf(end)));
	if (sentence > text.length / 2) return sentence + 1;
	const space = text.lastIndexOf(' ');
	if (space > 0) return space;
	// Never cuts between the two halves of one character.
	return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

/** Scripts without spaces between words. */
const UNSPACED_SCRIPTS =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Finds words in these scripts (with ICU's dictionaries). */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * Puts spaces between the words of Chinese, Japanese, Thai and similar scripts, because the full-text index takes any
 * text between two spaces as one word.
 */
export function segmentWords(text: string): string {
	return text.replaceAll(
		UNSPACED_SCRIPTS,
		(run) => ` ${[...segmenter.segment(run)].map(({ segment }) => segment).join(' ')} `,
	);
}

/** As `segmentWords`, for a column beside the text. Null when the text needs no change. */
export function segmentWordsOrNull(text: string): string | null {
	const segmented = segmentWords(text);
	return segmented === text ? null : segmented;
}
