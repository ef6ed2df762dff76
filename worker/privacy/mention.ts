import { formsOfAddress } from '../../api';

/**
 * Characters of an address. Before an address there must be another character, or the search would find `ana@x` in
 * `joana@x`.
 */
const PART = "\\p{L}\\p{N}._%+&'-";
/** Excludes `&amp;`, the form of `&` in HTML and workbooks. */
const AND = '(?<!&amp;)';
/**
 * JSON writes a line break as two characters, and the last one looks like a part of an address. `\\n` is a backslash
 * and an n.
 */
const ESCAPED = '(?<!\\\\)(?:\\\\\\\\){0,3}\\\\(?:[nrtbf]|u(?:00[01][\\da-f]|0085|202[89]))';
/** A quote may precede an address, but in `o'brien@x` it belongs to the address. */
const QUOTES = "'{0,3}";
const AFTER = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';
/**
 * Number of characters before an address that decide whether it begins there: quotes, an escape, backslashes and one
 * more.
 */
const LOOK_BEHIND = 3 + 6 + 6 + 1;
/** Number of characters after an address that decide whether it ends there. */
const LOOK_AHEAD = 2;

/** Searches texts for one address, ignoring case and the form of composed characters. */
export class Mention {
	readonly #forms: readonly string[];
	readonly #plain: RegExp;
	readonly #raw: RegExp;
	readonly #keep: number;

	/** @param email in lower case */
	constructor(email: string) {
		this.#forms = formsOfAddress(email);
		const address = `(?:${this.#forms.map(escaped).join('|')})`;
		this.#plain = new RegExp(`(?<=(?:^|[^${PART}])${QUOTES})${AND}${address}${AFTER}`, 'gu');
		this.#raw = new RegExp(`(?<=(?:^|[^${PART}]|${ESCAPED})${QUOTES})${AND}${address}${AFTER}`, 'gu');
		this.#keep = Math.max(...this.#forms.map(({ length }) => length)) + LOOK_AHEAD + LOOK_BEHIND;
	}

	/** @param text without escapes; `isInValue` also finds addresses escaped by JSON */
	isIn(text: string): boolean {
		const lower = text.toLowerCase();
		// Most texts do not contain the address, and the plain search is much faster.
		return this.#isPartOf(lower) && this.#find(this.#plain, lower, 0, true);
	}

	/** Searches every text of a value, including nested JSON texts, and the names of its fields. */
	isInValue(value: unknown): boolean {
		// No recursion: visitors nest values deeper than the stack of a process goes.
		const parts = [value];
		while (parts.length > 0) {
			const part = parts.pop();
			if (typeof part === 'string') {
				if (!this.#isPartOf(part.toLowerCase())) continue;
				if (this.isIn(part)) return true;
				parts.push(jsonOf(part));
			} else if (typeof part === 'object' && part !== null) {
				if (Object.keys(part).some((name) => this.isIn(name))) return true;
				for (const each of Object.values(part)) parts.push(each);
			}
		}
		return false;
	}

	/**
	 * Reads a UTF-8 stream until it finds the address, or to the end. It treats everything that looks like a JSON
	 * escape as one. Only a part of the stream is in memory.
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
			// The first kept characters only provide the look-behind.
			begin = LOOK_BEHIND;
		}
		return this.#find(this.#raw, text + decoder.decode().toLowerCase(), begin, true);
	}

	/** @param lower in lower case */
	#isPartOf(lower: string): boolean {
		return this.#forms.some((form) => lower.includes(form));
	}

	/** @param isWhole whether the text ends here; if not, an address at its end waits for the next part */
	#find(pattern: RegExp, text: string, begin: number, isWhole: boolean): boolean {
		pattern.lastIndex = begin;
		for (let found = pattern.exec(text); found !== null; found = pattern.exec(text))
			if (isWhole || found.index + found[0].length + LOOK_AHEAD <= text.length) return true;
		return false;
	}
}

/** Undefined if the text is not a JSON object, list or string. */
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
