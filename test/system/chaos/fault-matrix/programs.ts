import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../../scripts/build/workspace-root.mjs';

export interface Programs {
	worker: string;
	sandbox: string;
	remove(): Promise<void>;
}

/**
 * Copies of what was built, beside it, where it finds its packages: a build meanwhile changes nothing under way, and a
 * copy may be changed.
 * @param workflowBundle other workflows than those that were built
 */
export async function copyPrograms(name: string, workflowBundle?: string): Promise<Programs> {
	const folders = ['worker', 'sandbox'].map((part) => ({ from: join(workspaceRoot, part, 'dist'), part }));
	const target = (part: string) => join(workspaceRoot, part, 'dist', `chaos-${name}-${process.pid}`);
	for (const { from, part } of folders) {
		await mkdir(target(part), { recursive: true });
		for (const name of await readdir(from)) {
			if (!name.startsWith('chaos-')) await cp(join(from, name), join(target(part), name), { recursive: true });
		}
	}
	if (workflowBundle !== undefined) await cp(workflowBundle, join(target('worker'), 'workflow-bundle.js'));
	return {
		worker: join(target('worker'), 'cli.js'),
		sandbox: join(target('sandbox'), 'main.js'),
		remove: async () => {
			for (const { part } of folders) await rm(target(part), { recursive: true, force: true });
		},
	};
}
