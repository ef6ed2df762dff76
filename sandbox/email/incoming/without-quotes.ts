/** A reply's own words: without the lines it quotes, and the line that introduces them. */
export function withoutQuotes(text: string): string {
	const lines = text.split(/\r?\n/);
	const isQuoted = (line: string | undefined) => line?.startsWith('>') === true;
	return lines
		.filter((line, index) => {
			const next = lines.slice(index + 1).find((later) => later.trim() !== '');
			return !isQuoted(line) && !(line.trimEnd().endsWith(':') && isQuoted(next));
		})
		.join('\n')
		.trim();
}
