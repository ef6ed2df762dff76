// @ts-check

/**
 * How much each part of the bench does. `small` is for trying out that everything still runs: its figures say little.
 * @typedef {object} Sizes
 * @property {number} minutes at 60 calls a minute, the first one included
 * @property {number} retrains tasks that keep the queue full
 * @property {number} mails approved meanwhile
 * @property {number[]} limits calls a minute
 * @property {number} limitMinutes the first one included
 * @property {number} exportLeads
 * @property {number} exportRounds
 * @property {number} conversations with their transcripts
 * @property {number} conversationRounds
 * @property {number} leadConversations leads with a conversation of their own
 * @property {number[]} conversationLimits calls a minute, also for these
 * @property {number} knowledgeRows Q&A pairs of a set
 * @property {number} knowledgeChanges of them
 * @property {number[]} knowledgeLimits calls a minute, the lowest first
 * @property {number} newPairs of a set that the agent does not know yet
 * @property {number[]} memoryLeads
 * @property {number} syncLeads into PostgreSQL
 * @property {number} syncRounds
 * @property {number} fairLeads old leads of one agent
 * @property {number[]} fairLimits calls a minute
 * @property {number} newLeads of another agent, one after the other
 * @property {number[]} reviews tasks that wait for a person, ascending
 * @property {number} decisions of them
 * @property {number} starts in a round
 * @property {number} startRounds
 * @property {number} historyLeads
 */

/** @type {Sizes} */
export const FULL = {
	minutes: 5,
	retrains: 60,
	mails: 12,
	limits: [600, 3_000],
	limitMinutes: 3,
	exportLeads: 100_000,
	exportRounds: 5,
	conversations: 10_000,
	conversationRounds: 3,
	leadConversations: 10_000,
	conversationLimits: [60, 600],
	knowledgeRows: 10_000,
	knowledgeChanges: 100,
	knowledgeLimits: [60, 600],
	newPairs: 1_000,
	memoryLeads: [10_000, 100_000, 1_000_000],
	syncLeads: 100_000,
	syncRounds: 3,
	fairLeads: 100_000,
	fairLimits: [60, 600],
	newLeads: 15,
	reviews: [5_000, 10_000, 20_000],
	decisions: 100,
	starts: 500,
	startRounds: 5,
	historyLeads: 10_000,
};

/** @type {Sizes} */
export const SMALL = {
	minutes: 2,
	retrains: 30,
	mails: 3,
	limits: [600],
	limitMinutes: 2,
	exportLeads: 5_000,
	exportRounds: 1,
	conversations: 300,
	conversationRounds: 1,
	leadConversations: 300,
	conversationLimits: [600],
	knowledgeRows: 500,
	knowledgeChanges: 20,
	knowledgeLimits: [600],
	newPairs: 50,
	memoryLeads: [1_000, 5_000],
	syncLeads: 2_000,
	syncRounds: 1,
	fairLeads: 20_000,
	fairLimits: [60],
	newLeads: 2,
	reviews: [50, 100],
	decisions: 10,
	starts: 50,
	startRounds: 1,
	historyLeads: 1_000,
};

/**
 * @param {Sizes} sizes
 * @param {string[]} changes each as `starts=2000`, or `memoryLeads=10000,100000`
 * @returns {Sizes}
 */
export function withChanges(sizes, changes) {
	/** @type {Record<string, number | number[]>} */
	const changed = { ...sizes };
	for (const change of changes) {
		const [name = '', value = ''] = change.split('=');
		const numbers = value.split(',').map(Number);
		if (!(name in sizes) || numbers.some((number) => !(number >= 1)))
			throw new Error(`There is no size ${change}. The sizes are: ${Object.keys(sizes).join(', ')}.`);
		changed[name] = Array.isArray(changed[name]) ? numbers : (numbers[0] ?? 0);
	}
	return { ...sizes, ...changed };
}
