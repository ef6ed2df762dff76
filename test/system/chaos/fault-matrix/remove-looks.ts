import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the workflows look before they repeat a keyless write, and what stands there in the copy instead. */
const LOOKS = [
	{
		file: 'retrain/start-run.ts',
		look: '\t\tpauseMs,\n\t\t() => look(task),',
		instead: '\t\t0,\n\t\tasync () => state.seen ?? (await look(task)),',
	},
	{
		file: 'add-sources/find-sources.ts',
		look: 'task.settleMs,\n\t\t() => lookForNew(task, index, row),',
		instead: '0,\n\t\tasync () => (index < 0 ? await lookForNew(task, index, row) : []),',
	},
];

/** @param workflows a copy of the folder. @throws when it looks in another way than this knows */
export async function removeLooks(workflows: string): Promise<void> {
	for (const { file, look, instead } of LOOKS) {
		const path = join(workflows, file);
		const source = await readFile(path, 'utf8');
		if (source.split(look).length !== 2) throw new Error(`${file} does not look where it did: change LOOKS.`);
		await writeFile(path, source.replace(look, instead));
	}
}
