import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { EMAIL_TASK } from '../../../workflows/email/contract';

/** Where the type of the mail's task may be named: its own folders, the indexes of tasks, and the fields of the node. */
const OWN = [
	/^workflows\/email\//,
	/^workflows\/(?:contracts|task\/outcomes)\.ts$/,
	/^worker\/tasks\/definitions\//,
	/^worker\/cli\/run\//,
	/^task-nodes\/nodes\/AgentKnowledgeTask\/(?:task-types|actions\/email|actions\/task\/get-many)/,
];
const FOLDERS = ['api', 'workflows', 'worker', 'sandbox', 'nodes', 'credentials', 'task-nodes'];

function sourcesIn(folder: string): string[] {
	return readdirSync(join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return /^(?:node_modules|dist)$/.test(entry.name) ? [] : sourcesIn(path);
		return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
	});
}

test('code that is the same for all tasks names no task that asks a person', () => {
	const naming = FOLDERS.flatMap(sourcesIn).filter((path) =>
		readFileSync(join(workspaceRoot, path), 'utf8').includes(EMAIL_TASK),
	);
	expect(naming).toContain('workflows/contracts.ts');
	expect(naming.filter((path) => !OWN.some((own) => own.test(path)))).toEqual([]);
});
