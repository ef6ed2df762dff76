/** Writing that sets no space between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Knows the words of those languages (ICU's dictionaries). */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * The text with spaces between the words of Chinese, Japanese, Thai and the like: the full-text index takes whatever
 * stands between two spaces for one word.
 */
export function wordsApart(text: string): string {
	return text.replaceAll(UNSPACED, (run) => ` ${[...segmenter.segment(run)].map(({ segment }) => segment).join(' ')} `);
}

/** As `wordsApart`, for a column beside the text: null where the text serves as it is. */
export function wordsApartOrNull(text: string): string | null {
	const apart = wordsApart(text);
	return apart === text ? null : apart;
}
