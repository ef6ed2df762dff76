// @ts-check

/**
 * A Markdown table. Bars and line ends inside a cell are made harmless.
 * @param {string[]} header
 * @param {string[][]} rows
 * @returns {string[]} lines, an empty one at the end; none without rows
 */
export function markdownTable(header, rows) {
	if (rows.length === 0) return [];
	return [line(header), line(header.map(() => '---')), ...rows.map(line), ''];
}

/** @param {string[]} cells */
function line(cells) {
	return `| ${cells.map(cellText).join(' | ')} |`;
}

/** @param {string} text */
function cellText(text) {
	return text.replaceAll('|', '\\|').replace(/(?<!\s)\s*\n\s*/g, ' ');
}

/**
 * Text of the code as text of a page: what stands in angle brackets is no HTML, and stars and braces are no markup.
 * @param {string} text
 */
export function plainText(text) {
	return text
		.replaceAll('<br>', ' ')
		.replace(/<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g, (tag) => (/^<\/?(?:a|b|i|code)\b/.test(tag) ? '' : `\`${tag}\``))
		.replaceAll('{{', '{ {')
		.replaceAll('*', '\\*');
}

const LONGEST_LINE = 120;

/**
 * A paragraph or an item of a list in lines as short as in other pages.
 * @param {string} text
 * @param {string} [indent] before each line but the first
 * @returns {string}
 */
export function wrapped(text, indent = '') {
	return text.split(/\s+/).reduce((lines, word) => {
		const line = lines.slice(lines.lastIndexOf('\n') + 1);
		if (lines === '') return word;
		return line.length + 1 + word.length > LONGEST_LINE ? `${lines}\n${indent}${word}` : `${lines} ${word}`;
	}, '');
}
