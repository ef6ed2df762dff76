import { stringify } from 'yaml';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { csvDialect } from '../../storage/tables/csv-dialect';
import { isAgentName, KNOWLEDGE_FILE } from '../folders/knowledge-file';
import { TextPaths } from './text-paths';

/** A set as the files of a folder, which `agent-knowledge knowledge plan` reads as they are. */
export interface ExportedSet {
	agentId: string;
	connection: string;
	set: string;
	/** Reads the rows from the first one on, each time it is called. Files are not exported. */
	rows: () => AsyncIterable<WantedRow>;
	/** The set owns items that have no row, so that the folder must not delete them. */
	isPart: boolean;
}

/** A file of the folder. */
export interface FolderFile {
	path: string;
	content: string | AsyncIterable<string>;
}

/** Excel reads a file that begins with it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const QUESTIONS = 'qa.csv';
const PAGES = 'pages.csv';
const TEXTS = 'texts/*.md';

/** The files, one after the other. In memory: the titles of the texts, and one row. */
export async function* folderFiles(exported: ExportedSet): AsyncGenerator<FolderFile> {
	const { rows } = exported;
	const types = new Set<WantedRow['type']>();
	for await (const { type } of rows()) types.add(type);
	yield { path: KNOWLEDGE_FILE, content: knowledgeYaml(exported, types) };
	if (types.has('qa'))
		yield { path: QUESTIONS, content: table(['key', 'question', 'answer', 'enabled'], rows, cellsOfPair) };
	if (types.has('page')) yield { path: PAGES, content: table(['key', 'url'], rows, cellsOfPage) };
	const paths = new TextPaths();
	for await (const row of rows())
		if (row.type === 'text') yield { path: paths.pathOf(row.title), content: markdown(row) };
}

function knowledgeYaml(
	{ agentId, connection, set, isPart }: ExportedSet,
	types: ReadonlySet<WantedRow['type']>,
): string {
	const agent = isAgentName(agentId) ? agentId : 'agent';
	const sources = {
		...(types.has('qa') ? { questions: QUESTIONS } : {}),
		...(types.has('qa') || types.has('page') ? { formulas: 'escaped' } : {}),
		...(types.has('text') ? { markdown: TEXTS } : {}),
		...(types.has('page') ? { pages: PAGES } : {}),
	};
	const why = '# mode: add, because the set has items that cannot be exported. With mirror, a sync deletes them.\n';
	const content = {
		agents: { [agent]: { id: agentId, connection } },
		sets: { [set]: { agents: [agent], ...(isPart ? { mode: 'add' } : {}), ...sources } },
	};
	return (isPart ? why : '') + stringify(content, { lineWidth: 0 });
}

/** Who opens a table in a spreadsheet must not run what a visitor wrote. The reader of the folder removes apostrophes. */
async function* table(
	titles: readonly string[],
	rows: ExportedSet['rows'],
	cellsOf: (row: WantedRow) => string[] | null,
): AsyncGenerator<string> {
	const dialect = csvDialect('any');
	yield BYTE_ORDER_MARK + dialect.head(titles);
	for await (const row of rows()) {
		const cells = cellsOf(row);
		if (cells !== null) yield dialect.lines(titles, [cells]);
	}
}

function cellsOfPair(row: WantedRow): string[] | null {
	if (row.type !== 'qa') return null;
	const { key = '', question, answer, enabled } = row;
	return [key, question, answer, enabled === undefined ? '' : String(enabled)];
}

function cellsOfPage(row: WantedRow): string[] | null {
	return row.type === 'page' ? [row.key ?? '', row.url] : null;
}

function markdown({ title, key, content = '' }: Extract<WantedRow, { type: 'text' }>): string {
	const frontMatter = { title, ...(key === undefined ? {} : { key }) };
	const yaml = stringify(frontMatter, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 });
	return `---\n${yaml}---\n\n${content}${content.endsWith('\n') ? '' : '\n'}`;
}
