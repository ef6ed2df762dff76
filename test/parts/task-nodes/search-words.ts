type NodeName = 'Agent Knowledge' | 'Agent Knowledge Task' | 'Agent Knowledge Trigger';

/**
 * What builders type into n8n's node panel, and a node that must be among the first three. n8n 2.40 compares the words
 * with the display names (weight 1.3) and the aliases of all nodes, and adds up to 100 for popular nodes of its own. So
 * single words that many of those have as an alias (approval, email, CSV, COD) cannot find our nodes first; the phrases
 * below do.
 */
export const SEARCH_WORDS: Readonly<Record<string, NodeName>> = {
	approve: 'Agent Knowledge Task',
	'email approval': 'Agent Knowledge Task',
	review: 'Agent Knowledge Task',
	'human in the loop': 'Agent Knowledge Task',
	export: 'Agent Knowledge Task',
	'export leads': 'Agent Knowledge Task',
	'CSV export': 'Agent Knowledge Task',
	sync: 'Agent Knowledge Task',
	'sync leads': 'Agent Knowledge Task',
	CRM: 'Agent Knowledge Task',
	schedule: 'Agent Knowledge Task',
	nightly: 'Agent Knowledge Task',
	'long-running': 'Agent Knowledge Task',
	crawl: 'Agent Knowledge Task',
	'add sources': 'Agent Knowledge Task',
	sitemap: 'Agent Knowledge',
	retrain: 'Agent Knowledge Task',
	chatbot: 'Agent Knowledge',
	'customer support': 'Agent Knowledge',
	'knowledge base': 'Agent Knowledge',
	RAG: 'Agent Knowledge',
	FAQ: 'Agent Knowledge',
	inbox: 'Agent Knowledge',
	'support inbox': 'Agent Knowledge',
	mailbox: 'Agent Knowledge',
	transcript: 'Agent Knowledge',
	'cash on delivery': 'Agent Knowledge',
	unanswered: 'Agent Knowledge',
	'new lead': 'Agent Knowledge Trigger',
	'new conversation': 'Agent Knowledge Trigger',
};
