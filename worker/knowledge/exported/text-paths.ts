/** Bytes of a name in UTF-8: file systems take 255, and the extension and a number follow. */
const LONGEST_NAME = 120;
/** Windows has devices of these names in every folder. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The paths of texts in an exported folder, made of their titles: each once, also where capitals do not count. */
export class TextPaths {
	readonly #taken = new Set<string>();

	pathOf(title: string): string {
		const name = fileName(title);
		for (let nth = 1; ; nth += 1) {
			const path = `texts/${nth === 1 ? name : `${name}-${nth}`}.md`;
			if (this.#taken.has(path)) continue;
			this.#taken.add(path);
			return path;
		}
	}
}

/** Letters and digits of any script stay, and everything else, such as slashes, becomes one dash. */
function fileName(title: string): string {
	const plain = title
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
	let name = '';
	for (const character of plain) {
		if (Buffer.byteLength(name + character) > LONGEST_NAME) break;
		name += character;
	}
	const trimmed = name.replace(/^-/, '').replace(/-$/, '').normalize('NFC');
	return trimmed === '' || DEVICES.test(trimmed) ? 'text' : trimmed;
}
