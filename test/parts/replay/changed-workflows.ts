import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleWorkflows } from '../../../worker/bootstrap/workflow-bundle';

const ROOT = path.join(__dirname, '../../..');

export interface Change {
	/** Below workflows/. */
	file: string;
	from: string;
	to: string;
}

/** By the name of the history that does not go on with it, in whichever version it was recorded. */
export type Changes = Record<string, Change>;

/** Bundles a copy of the workflows with changes in it. @throws Error when the text of a change is not there any more */
export async function bundleChanged(changes: readonly Change[]): Promise<{ code: string }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-changed-'));
	try {
		const workflows = path.join(folder, 'workflows');
		await cp(path.join(ROOT, 'workflows'), workflows, { recursive: true });
		await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
		// Two tasks may share a step, and so a change.
		const once = new Map(changes.map((change) => [`${change.file} ${change.from}`, change]));
		for (const { file, from, to } of once.values()) {
			const target = path.join(workflows, file);
			const source = await readFile(target, 'utf8');
			if (!source.includes(from)) throw new Error(`workflows/${file} does not contain "${from}" any more.`);
			await writeFile(target, source.replace(from, to));
		}
		return await bundleWorkflows(workflows);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
