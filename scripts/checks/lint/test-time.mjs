// @ts-check
/**
 * A plugin for oxlint: a test does not depend on the pace of the machine. A timer waits too long or too briefly;
 * `eventually` waits for what is to happen. Two reads of the clock are never the same moment; a date in the test is.
 * A file with fake timers keeps its own time.
 */

/** @typedef {{ type: string, [key: string]: unknown }} Node */
/** @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context */

const TIMER_MODULES = /^(node:)?timers(\/promises)?$/;
const TIMERS = ['setTimeout', 'setInterval'];

/**
 * @param {unknown} node
 * @returns {string | null} the name of an identifier
 */
const nameOf = (node) => {
	const { type, name } = /** @type {Node} */ (node);
	return type === 'Identifier' ? String(name) : null;
};

/**
 * @param {unknown} node
 * @returns {[object: string | null, property: string | null] | null} of a call such as `Date.now`
 */
function memberOf(node) {
	const member = /** @type {Node} */ (node);
	return member.type === 'MemberExpression' ? [nameOf(member.object), nameOf(member.property)] : null;
}

/**
 * A rule that reports calls, unless the file has fake timers.
 * @param {string} message
 * @param {(timers: Set<string>, call: Node & { callee: Node, arguments: Node[] }) => boolean} isMeant gets the names of timers
 */
const ruleAbout = (message, isMeant) => ({
	/** @param {Context} context */
	create(context) {
		const timers = new Set(TIMERS);
		/** @type {Node[]} */
		const found = [];
		let hasFakeTimers = false;
		/** @param {Node} node */
		const take = (node) => {
			const call = /** @type {Node & { callee: Node, arguments: Node[] }} */ (node);
			const [object, property] = memberOf(call.callee) ?? [];
			if (object === 'vi' && property === 'useFakeTimers') hasFakeTimers = true;
			if (isMeant(timers, call)) found.push(call);
		};
		return {
			/** @param {Node & { source: { value: string }, specifiers: Array<{ imported?: Node, local: Node }> }} node */
			ImportDeclaration({ source, specifiers }) {
				if (!TIMER_MODULES.test(source.value)) return;
				for (const { imported, local } of specifiers)
					if (imported !== undefined && TIMERS.includes(nameOf(imported) ?? '')) timers.add(nameOf(local) ?? '');
			},
			CallExpression: take,
			NewExpression: take,
			'Program:exit'() {
				if (!hasFakeTimers) for (const node of found) context.report({ node, message });
			},
		};
	},
});

const noTimer = ruleAbout(
	'Wait for what is to happen with `eventually` (test/support/time/eventually.ts). If a timer is what is tested, say so.',
	(timers, { callee, arguments: values }) =>
		timers.has(nameOf(callee) ?? '') ||
		values.some((value) => TIMERS.includes(nameOf(value) ?? '')) ||
		['waitForTimeout', ...TIMERS].includes(memberOf(callee)?.[1] ?? ''),
);

const noClock = ruleAbout(
	'Write a date, or read the clock once for all that needs it. If the clock of this moment is needed, say why.',
	(_timers, { type, callee, arguments: values }) => {
		if (nameOf(callee) === 'Date') return type === 'CallExpression' || values.length === 0;
		const [object, property] = memberOf(callee) ?? [];
		return property === 'now' && (object === 'Date' || object === 'performance');
	},
);

export default {
	meta: { name: 'test-time' },
	rules: { 'no-timer': noTimer, 'no-clock': noClock },
};
