/** A passage is about this long, in characters: a few paragraphs, so that it answers a question by itself. */
const PASSAGE_LENGTH = 900;

/** Also of writing that sets no space after them. */
const SENTENCE_ENDS = ['. ', '! ', '? ', '\n', '。', '！', '？'];

/** Cuts a text into passages at paragraphs; where one is too long, at sentences, else at words. */
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

/** Where to cut: after the last sentence, else after the last space, else (one endless word) at the end. */
function lastBreak(text: string): number {
	const sentence = Math.max(...SENTENCE_ENDS.map((end) => text.lastIndexOf(end)));
	if (sentence > text.length / 2) return sentence + 1;
	const space = text.lastIndexOf(' ');
	if (space > 0) return space;
	// Never between the two halves of one character.
	return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}
