/** What an address may be made of: where it begins there must be something else, or `ana@x` were found in `joana@x`. */
const PART = "\\p{L}\\p{N}._%+&'-";
/** `&`, as HTML and workbooks write it. */
const AND = '(?<!&amp;)';
/** JSON writes a new line as two characters, of which the last one looks like a part of an address; `\\n` are a backslash and n. */
const ESCAPED = '(?<!\\\\)(?:\\\\\\\\){0,3}\\\\(?:[nrtbf]|u00[01][\\da-f])';
/** A quote may stand before an address, while in `o'brien@x` it is a part of it. */
const QUOTES = "'{0,3}";
const AFTER = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';
/** How many characters before an address tell that it begins there: quotes, an escape, backslashes, and one before. */
const LOOK_BEHIND = 3 + 6 + 6 + 1;
/** What of the text after an address tells that it ends there. */
const LOOK_AHEAD = 2;

/** Looks for one address in texts. It does not matter whether letters are large or small. */
export class Mention {
	readonly #email: string;
	readonly #plain: RegExp;
	readonly #raw: RegExp;
	readonly #keep: number;

	/** @param email in lower case */
	constructor(email: string) {
		this.#email = email;
		this.#plain = new RegExp(`(?<=(?:^|[^${PART}])${QUOTES})${AND}${escaped(email)}${AFTER}`, 'gu');
		this.#raw = new RegExp(`(?<=(?:^|[^${PART}]|${ESCAPED})${QUOTES})${AND}${escaped(email)}${AFTER}`, 'gu');
		this.#keep = email.length + LOOK_AHEAD + LOOK_BEHIND;
	}

	/** @param text as it is meant: what JSON has escaped is found by `isInValue` */
	isIn(text: string): boolean {
		const lower = text.toLowerCase();
		// Most texts do not have it, and the plain search is much faster.
		return lower.includes(this.#email) && this.#find(this.#plain, lower, 0, true);
	}

	/** Looks at every text of a value, also at those which are JSON again, and at the names of its fields. */
	isInValue(value: unknown): boolean {
		if (typeof value === 'string') return this.#isInJson(value);
		if (typeof value !== 'object' || value === null) return false;
		return Object.entries(value).some(([name, part]) => this.isIn(name) || this.isInValue(part));
	}

	#isInJson(text: string): boolean {
		if (!text.toLowerCase().includes(this.#email)) return false;
		if (this.isIn(text)) return true;
		const value = jsonOf(text);
		return value !== undefined && this.isInValue(value);
	}

	/**
	 * Reads a stream of UTF-8 until the address was found, or to its end; what looks like an escape of JSON is taken for
	 * one. Only a part of it is in memory.
	 */
	async isInStream(content: AsyncIterable<Uint8Array>): Promise<boolean> {
		const decoder = new TextDecoder();
		let text = '';
		let begin = 0;
		for await (const part of content) {
			text += decoder.decode(part, { stream: true }).toLowerCase();
			if (this.#find(this.#raw, text, begin, false)) return true;
			if (text.length <= this.#keep) continue;
			text = text.slice(-this.#keep);
			// The first characters that are kept only tell what comes before the next.
			begin = LOOK_BEHIND;
		}
		return this.#find(this.#raw, text + decoder.decode().toLowerCase(), begin, true);
	}

	/** @param isWhole nothing comes after the text; else one that is cut short has to wait for the rest */
	#find(pattern: RegExp, text: string, begin: number, isWhole: boolean): boolean {
		pattern.lastIndex = begin;
		for (let found = pattern.exec(text); found !== null; found = pattern.exec(text))
			if (isWhole || found.index + this.#email.length + LOOK_AHEAD <= text.length) return true;
		return false;
	}
}

/** Undefined for what is no JSON of several parts, or no text in quotes. */
function jsonOf(text: string): unknown {
	if (!/^\s*["[{]/.test(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
