/** What may stand in an address: before it and after it there must be something else, or `ana@x` were found in `joana@x`. */
const BEFORE = '(?<![\\p{L}\\p{N}._%+-])';
const AFTER = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';
/** What of the text after an address tells that it ends there. */
const LOOK_AHEAD = 2;

/** Looks for one address in texts. It does not matter whether letters are large or small. */
export class Mention {
	readonly #email: string;
	readonly #pattern: RegExp;
	readonly #keep: number;

	/** @param email in lower case */
	constructor(email: string) {
		this.#email = email;
		this.#pattern = new RegExp(`${BEFORE}${escaped(email)}${AFTER}`, 'gu');
		this.#keep = email.length + LOOK_AHEAD + 1;
	}

	isIn(text: string): boolean {
		const lower = text.toLowerCase();
		// Most texts do not have it, and the plain search is much faster.
		return lower.includes(this.#email) && this.#find(lower, 0, true);
	}

	/** Reads a stream of UTF-8 until the address was found, or to its end. Only a part of it is in memory. */
	async isInStream(content: AsyncIterable<Uint8Array>): Promise<boolean> {
		const decoder = new TextDecoder();
		let text = '';
		let begin = 0;
		for await (const part of content) {
			text += decoder.decode(part, { stream: true }).toLowerCase();
			if (this.#find(text, begin, false)) return true;
			if (text.length <= this.#keep) continue;
			text = text.slice(-this.#keep);
			// The first character that is kept only tells what comes before the second.
			begin = 1;
		}
		return this.#find(text + decoder.decode().toLowerCase(), begin, true);
	}

	/** @param isWhole nothing comes after the text; else one that is cut short has to wait for the rest */
	#find(text: string, begin: number, isWhole: boolean): boolean {
		this.#pattern.lastIndex = begin;
		for (let found = this.#pattern.exec(text); found !== null; found = this.#pattern.exec(text))
			if (isWhole || found.index + this.#email.length + LOOK_AHEAD <= text.length) return true;
		return false;
	}
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
