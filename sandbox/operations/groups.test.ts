import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name that the pattern finds in each file of a folder, by file. */
function groupsIn(folder: string, pattern: RegExp): Map<string, string> {
	const groups = new Map<string, string>();
	for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
		const group = pattern.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
		if (group !== undefined) groups.set(file, group);
	}
	return groups;
}

// The compiler holds the operations in a file against the group that the file names.
it('the contract and the sandbox have the same groups of operations, in files of the same names', () => {
	const contract = groupsIn(join(__dirname, '../../api/operations'), /^export const (\w+Operations) = \{$/m);
	expect(contract.size).toBeGreaterThan(1);
	expect(groupsIn(__dirname, /^import type \{ (\w+Operations) as contract \}/m)).toEqual(contract);
});
