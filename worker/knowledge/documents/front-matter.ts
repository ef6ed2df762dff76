import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { isTooDeep } from '../../../api/bounded-reader';
import { fieldIssues, issueText } from '../../problems/validation';
import type { RowProblem } from '../rows/read-item';

/** A document without its front matter. */
export interface Document {
	title?: string | undefined;
	key?: string | undefined;
	content: string;
	/** What is wrong with the front matter. */
	problems: readonly RowProblem[];
}

/** YAML reads `2026` as a number and `2026-11-27` as a text. */
const name = z.union([z.string(), z.number().transform(String)], { error: 'must be a text; put it into quotes' });
/** Site generators have many other fields, which mean nothing here. */
const frontMatterSchema = z.object({ title: name.nullish(), key: name.nullish() });

const FENCE = /^---[ \t]*$/;
/** Site generators write some hundred bytes. YAML with thousands of fields takes its parser minutes. Characters. */
const MOST_KILOBYTES = 32;
const MOST_CHARACTERS = MOST_KILOBYTES * 1024;
const TOML_FENCE = /^\+\+\+[ \t]*$/;

/**
 * Separates Markdown from the YAML between two lines of `---` at its start. gray-matter, the known library for this, has had
 * no release since 2021 and can run code in documents, so that only YAML is read, with the library of the configuration.
 */
export function readFrontMatter(text: string): Document {
	const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
	const [first = ''] = lines;
	if (TOML_FENCE.test(first))
		return { content: '', problems: [faulty('is TOML (+++). Write it as YAML, between two lines of ---')] };
	if (!FENCE.test(first)) return { content: lines.join('\n'), problems: [] };
	const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
	// A document may begin with a rule, which is the same line.
	if (end === -1) return { content: lines.join('\n'), problems: [] };
	const content = lines
		.slice(end + 1)
		.join('\n')
		.replace(/^\n+/, '');
	return { content, ...fieldsOf(lines.slice(1, end).join('\n')) };
}

function fieldsOf(yaml: string): Omit<Document, 'content'> {
	if (yaml.length > MOST_CHARACTERS)
		return { problems: [faulty(`is longer than ${MOST_KILOBYTES} kB. Shorten it to title and key`)] };
	const lineCounter = new LineCounter();
	const document = documentOf(yaml, lineCounter);
	if (document === null) return { problems: [faulty('is nested too deeply. Shorten it to title and key')] };
	const [error] = document.errors;
	if (error !== undefined) {
		const line = lineCounter.linePos(error.pos[0]).line + 1;
		return { problems: [faulty(`is not valid YAML in line ${line}. Correct it, or put the text into quotes`)] };
	}
	let fields: unknown;
	try {
		fields = document.toJS() ?? {};
	} catch {
		return { problems: [faulty('has an alias that leads nowhere, or too many of them. Write the text itself')] };
	}
	// Two rules with a text between them are no front matter.
	const { success, data, error: wrong } = frontMatterSchema.safeParse(fields, { error: issueText });
	if (!success)
		return {
			problems: wrong.issues.flatMap((issue) =>
				fieldIssues(issue, 'is unknown').map(({ path, message }) =>
					path.length === 0
						? faulty('has no fields. Write title: and a text, or remove the two lines of ---')
						: { field: path.map(String).join('.'), reason: message },
				),
			),
		};
	return { title: data.title ?? undefined, key: data.key ?? undefined, problems: [] };
}

/** @returns null if it is nested deeper than the parser can follow */
function documentOf(yaml: string, lineCounter: LineCounter) {
	try {
		return parseDocument(yaml, { lineCounter, prettyErrors: false });
	} catch (error) {
		if (isTooDeep(error)) return null;
		throw error;
	}
}

function faulty(reason: string): RowProblem {
	return { field: 'front matter', reason };
}
