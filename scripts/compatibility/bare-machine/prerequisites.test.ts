import root from '../../../package.json';
import { readPrerequisites } from './prerequisites.mjs';

// The long test on a bare machine starts from it, and runs rarely.
test('the README names the oldest Node that the package allows, and the packages of Debian', async () => {
	const { node, packages } = await readPrerequisites();
	expect(`>=${node}`).toBe(`${root.engines.node}.0`);
	expect(packages).toEqual(['git', 'python3-venv']);
});
