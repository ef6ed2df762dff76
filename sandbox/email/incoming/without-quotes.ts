/** A reply's own words: without the lines it quotes, and the line that introduces them. */
export function withoutQuotes(text: string): string {
	const kept: string[] = [];
	let isBeforeQuote = false;
	// From the end, so that what follows a line is known when it is looked at: a mail may have a million lines.
	for (const line of text.split(/\r?\n/).reverse()) {
		const isQuoted = line.startsWith('>');
		const introduces = isBeforeQuote && line.trimEnd().endsWith(':');
		if (!isQuoted && !introduces) kept.push(line);
		if (line.trim() !== '') isBeforeQuote = isQuoted;
	}
	return kept.reverse().join('\n').trim();
}
