import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import { FORGOTTEN, forgottenKeys } from '../../problems/forgotten-keys';
import { fieldIssues, issueText } from '../../problems/validation';
import { addressPatternsSchema } from '../../../workflows/knowledge-sync/address-patterns-contract';
import { columnsSchema } from '../../../workflows/knowledge-sync/columns-contract';
import { knowledgeSyncInputSchema, setNameSchema } from '../../../workflows/knowledge-sync/contract';

/** The file in a folder that says what its sets are. */
export const KNOWLEDGE_FILE = 'knowledge.yaml';

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;
const name = z.string().regex(NAME, 'must have only small letters, digits, - and _, and begin with a letter or digit');
/** Whether a folder can call an agent so. */
export function isAgentName(text: string): boolean {
	return NAME.test(text);
}

/** As the task takes it, so that a folder can continue a set of another program. */
const setName = z.string().refine((set) => setNameSchema.safeParse(set).data === set, {
	error: 'must be a text without blanks around it',
});
const LONGEST_PATH = 500;

/** Inside the folder, so that no set can read other files of the machine. */
const pathInside = z
	.string()
	.min(1)
	.max(LONGEST_PATH)
	.refine((path) => !/^([A-Za-z]:|[/\\~])/.test(path), 'must be a path inside the folder, without a slash at its start')
	.refine((path) => !path.split(/[/\\]/).includes('..'), 'must be a path inside the folder, without ..');

const paths = z.union([pathInside.transform((path) => [path]), z.array(pathInside).min(1)], {
	error: 'must be a path, or a list of paths',
});

const sitemapSchema = z.strictObject({
	url: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
	/** Which pages count. Default: all of the sitemap's host. */
	include: addressPatternsSchema.optional(),
	/** Wins over `include`. */
	exclude: addressPatternsSchema.optional(),
	/** Whether pages of other hosts count. */
	otherHosts: z.boolean().default(false),
});

const SOURCES = ['questions', 'markdown', 'files', 'pages', 'sitemaps'] as const;

/** A set of the file. */
export const setSchema = z
	.strictObject({
		/** The agents that know this set, by their names above. */
		agents: z.array(name).min(1),
		/** What happens to items that no row wants any more, as the task takes it. */
		mode: knowledgeSyncInputSchema.shape.mode,
		/** Tables of questions and answers: CSV. */
		questions: paths.optional(),
		/** Which column of the tables is which field: its title or number. Default: by the titles. */
		columns: columnsSchema.optional(),
		/** Tables of an export: their cells have an apostrophe before what a spreadsheet would compute. */
		formulas: z.literal('escaped').optional(),
		/** Patterns of Markdown files, which become texts. */
		markdown: paths.optional(),
		/** Patterns of other files. */
		files: paths.optional(),
		/** Tables of addresses: CSV. */
		pages: paths.optional(),
		/** Patterns of files that no source takes. */
		exclude: paths.optional(),
		sitemaps: z.array(sitemapSchema).min(1).optional(),
	})
	.refine((set) => SOURCES.some((source) => set[source] !== undefined), `has none of ${SOURCES.join(', ')}`)
	.refine(({ columns, questions }) => columns === undefined || questions !== undefined, {
		path: ['columns'],
		message: 'is for tables. Remove it, or name a table in questions',
	});

const agentSchema = z.strictObject({
	/** The agent's id at the service. */
	id: z.string().trim().min(1).max(200),
	/** The connection of the worker. Default: its first one. */
	connection: z.string().trim().min(1).max(200).optional(),
});

const knowledgeSchema = z
	.strictObject({
		agents: z.record(name, agentSchema),
		sets: z.record(setName, setSchema),
	})
	.superRefine(({ agents, sets }, context) => {
		for (const [set, { agents: wanted }] of Object.entries(sets))
			for (const [index, agent] of wanted.entries())
				if (!Object.hasOwn(agents, agent))
					context.addIssue({
						code: 'custom',
						path: ['sets', set, 'agents', index],
						message: 'is no agent of this file. Add it below agents',
					});
	});

/** What a folder says about its sets. */
export type KnowledgeFile = z.output<typeof knowledgeSchema>;
export type KnowledgeSet = z.output<typeof setSchema>;

/** A problem in `knowledge.yaml`. */
export interface KnowledgeProblem {
	/** From 1 on. */
	line: number;
	/** `sets.handbook.mode`; empty for the file itself. */
	path: string;
	/** The end of a sentence that begins with the path. */
	message: string;
}

/** `knowledge.yaml` cannot be used. The message has one line a problem, each with file and line. */
export class KnowledgeFileError extends Error {
	override readonly name = 'KnowledgeFileError';

	constructor(readonly problems: readonly KnowledgeProblem[]) {
		super(
			problems
				.map(({ line, path, message }) => `${KNOWLEDGE_FILE}:${line}: ${path === '' ? 'The file' : path} ${message}.`)
				.join('\n'),
		);
	}
}

/** @throws KnowledgeFileError with all problems */
export function parseKnowledgeFile(text: string): KnowledgeFile {
	const lines = new LineCounter();
	const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
	const lineAt = (position: number) => Math.max(1, lines.linePos(position).line);
	if (document.errors.length > 0)
		throw new KnowledgeFileError(
			document.errors.map(({ pos: [start], code }) => ({
				line: lineAt(start),
				path: '',
				message: `is not valid YAML here (${code.toLowerCase().replaceAll('_', ' ')})`,
			})),
		);
	const unusable = forgottenKeys(document).map((position) => ({
		line: lineAt(position),
		path: '',
		message: `has the name ${FORGOTTEN} here. Choose another one`,
	}));
	if (unusable.length > 0) throw new KnowledgeFileError(unusable);
	const content = contentOf(() => document.toJS({ maxAliasCount: 100 }));
	const { success, data, error } = knowledgeSchema.safeParse(content, { error: issueText });
	if (success) return data;
	throw new KnowledgeFileError(
		error.issues
			.flatMap((issue) => fieldIssues(issue, 'is not a field here'))
			.map(({ path, message }) => ({
				line: lineAt(positionOf(document.contents, path)),
				path: path.map(String).join('.'),
				message,
			})),
	);
}

function contentOf(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		throw new KnowledgeFileError([
			{ line: 1, path: '', message: 'has an alias that leads nowhere, or too many of them' },
		]);
	}
}

/** The position of a field, or of the nearest thing around it that is there. */
function positionOf(root: Node | null, path: readonly PropertyKey[]): number {
	let node: unknown = root;
	let position = root?.range?.[0] ?? 0;
	for (const part of path) {
		if (isMap(node)) {
			const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
			if (pair === undefined) return position;
			if (isScalar(pair.key)) position = pair.key.range?.[0] ?? position;
			node = pair.value;
		} else if (isSeq(node)) {
			node = node.items[Number(part)];
			if (isScalar(node) || isMap(node)) position = node.range?.[0] ?? position;
		} else return position;
	}
	return position;
}
