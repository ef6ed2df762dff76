import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { searchAttributes } from '../../../workflows/task/visibility';

const PAGE = readFileSync(join(workspaceRoot, 'docs/worker-configuration.md'), 'utf8');

it('are all on the page that says what to make by hand on Temporal Cloud, and no others', () => {
	const named = [...PAGE.matchAll(/`(Ak[A-Z]\w*)`/g)].map(([, name]) => name);
	expect(named.sort()).toEqual(
		Object.values(searchAttributes)
			.map(({ name }) => name)
			.sort(),
	);
	expect(Object.values(searchAttributes).map(({ type }) => type)).toEqual(named.map(() => 'KEYWORD'));
});
