import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import root from '../../../package.json';
import tasks from '../../../task-nodes/package.json';

/** What people search for who have one of these in mind, and not our words for it. */
const WORDS = ['schedule', 'nightly', 'CRM', 'approve'];

const README = readFileSync(join(workspaceRoot, 'README.md'), 'utf8');
/** What a browser shows before anybody scrolls: the first headings and tables. */
const FIRST_SCREEN = README.slice(0, README.indexOf('## Try it'));

it.each(WORDS)('a search for "%s" finds the README and both packages of nodes', (word) => {
	expect(FIRST_SCREEN).toMatch(new RegExp(`\\b${word}`));
	for (const { keywords } of [root, tasks]) expect(keywords).toContain(word);
});

it.each(['Builder', 'Operations', 'Sales', 'Developer'])('%s has a path of its own with one picture', (role) => {
	expect(FIRST_SCREEN).toContain(`](#${role.toLowerCase()})`);
	const [, path = ''] = new RegExp(`^### ${role}\\n([^]*?)^##`, 'm').exec(README) ?? [];
	expect(path).toMatch(/^1\. /m);
	expect(path.match(/^!\[/gm)).toHaveLength(1);
	expect(path).toContain('\nNext: ');
});
