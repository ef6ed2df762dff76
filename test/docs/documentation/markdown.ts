import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

/** A page of the documentation, with what a reader follows or pastes from it. */
export interface Page {
	/** From the repository's root. */
	file: string;
	/** Where its links and pictures lead, as written. */
	links: string[];
	/** Files and folders of the repository that its text names in backticks. */
	paths: string[];
	/** Commands of its code blocks and of its text, one a line, without their comments. */
	commands: string[];
}

const COMMAND = /(?<![\w-])(?:npm|npx|node) [^\n#`)]*/g;

/** Without `<…>`, `…` and `*`, which stand for something else. */
const PATH = /^(?:api|credentials|docs|examples|nodes|sandbox|scripts|task-nodes|test|worker|workflows)\/[\w./-]+$/;

/** Folders with a page of their own, or with several. */
const FOLDERS = [
	...['.', '.changeset', '.github', 'api', 'credentials', 'deploy/helm/agent-knowledge'],
	...['docs', 'docs/decisions', 'docs/reference', 'docs/roles', 'examples', 'nodes', 'sandbox'],
	...['scripts', 'task-nodes', 'test', 'worker', 'workflows'],
];

/** @returns the pages at the top, in docs/ and of each folder */
export function pages(): Page[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(join(workspaceRoot, folder))
			.filter((name) => name.endsWith('.md'))
			.map((name) => readPage(join(folder, name))),
	);
}

function readPage(file: string): Page {
	const links: string[] = [];
	const commands: string[] = [];
	const paths: string[] = [];
	const reader = new Marked({
		walkTokens: (token) => {
			if (token.type === 'link' || token.type === 'image') links.push(String(token.href));
			if (token.type === 'codespan' && PATH.test(String(token.text))) paths.push(String(token.text));
			if (token.type === 'code' || token.type === 'codespan') commands.push(...commandsIn(String(token.text)));
		},
	});
	reader.parse(readFileSync(join(workspaceRoot, file), 'utf8'), { async: false });
	return { file, links, paths, commands };
}

/** Also those that stand behind variables, or inside `$( )`; but no sentence that only begins with such a word. */
function commandsIn(text: string): string[] {
	return [...text.matchAll(COMMAND)].map(([command]) => command.trim());
}
