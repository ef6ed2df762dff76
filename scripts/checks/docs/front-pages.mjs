// @ts-check

/** What people search for who have one of these in mind, and not our words for it. */
const WORDS = ['schedule', 'nightly', 'CRM', 'approve'];
/** Each has a path of its own. */
const ROLES = ['Builder', 'Operations', 'Sales', 'Developer'];
const ROWS = 6;

/**
 * What the README lacks: a search has to find it, and each reader a path.
 * @param {string} readme
 * @param {ReadonlyArray<{ file: string, keywords: readonly string[] }>} manifests of the packages of nodes
 * @returns {string[]}
 */
export function readmeProblems(readme, manifests) {
	// What a browser shows before anybody scrolls: the first headings and tables.
	const firstScreen = readme.slice(0, readme.indexOf('## Try it'));
	return [
		...WORDS.filter((word) => !new RegExp(`\\b${word}`).test(firstScreen)).map(
			(word) => `README.md:1: a search for "${word}" finds nothing before "Try it"`,
		),
		...manifests.flatMap(({ file, keywords }) =>
			WORDS.filter((word) => !keywords.includes(word)).map((word) => `${file}:1: has no keyword "${word}"`),
		),
		...ROLES.flatMap((role) => roleProblems(readme, firstScreen, role)),
	];
}

/**
 * @param {string} readme
 * @param {string} firstScreen
 * @param {string} role
 */
function roleProblems(readme, firstScreen, role) {
	const [, steps = ''] = new RegExp(`^### ${role}\\n([^]*?)^##`, 'm').exec(readme) ?? [];
	const line = readme.slice(0, Math.max(0, readme.indexOf(`### ${role}\n`))).split('\n').length;
	return [
		...(firstScreen.includes(`](#${role.toLowerCase()})`) ? [] : ['nothing before "Try it" leads to it']),
		...(/^1\. /m.test(steps) ? [] : ['has no first step']),
		...(steps.match(/^!\[/gm)?.length === 1 ? [] : ['does not have exactly one picture']),
		...(steps.includes('\nNext: ') ? [] : ['does not end with "Next: "']),
	].map((problem) => `README.md:${line}: the path "${role}": ${problem}`);
}

/**
 * What is wrong with the table of tests: it names every test command once.
 * @param {string} contributing
 * @param {readonly string[]} scripts of npm
 * @returns {string[]}
 */
export function testTableProblems(contributing, scripts) {
	const [section = '', table = ''] = /^## Which test to run when\n\n.*\n.*\n((?:\|.*\n)*)/m.exec(contributing) ?? [];
	const line = contributing.slice(0, Math.max(0, contributing.indexOf(section))).split('\n').length;
	const named = [...table.matchAll(/\btest:[\w-]+/g)].map(([name]) => name);
	const commands = scripts.filter((name) => name.startsWith('test:'));
	return [
		...commands.filter((name) => !named.includes(name)).map((name) => `does not name ${name}`),
		...named.filter((name) => !commands.includes(name)).map((name) => `names ${name}, which is no command`),
		...named.filter((name, index) => named.indexOf(name) !== index).map((name) => `names ${name} twice`),
		...(table.trim().split('\n').length === ROWS ? [] : [`does not have ${ROWS} rows`]),
	].map((problem) => `CONTRIBUTING.md:${line}: the table of tests ${problem}`);
}
