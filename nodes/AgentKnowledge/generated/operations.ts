// Generated from api/ by `npm run generate`; do not edit.

/**
 * Every endpoint of the customer API, as far as the nodes need it at run time. `savedOn503`: a 503 in the error
 * envelope means that the change is saved, and indexed later (specification, part 7). `anyReply`: the
 * specification does not show what a success carries, so it may be anything, or nothing.
 */
export const operations = {
	listAgents: { method: 'GET', path: '/agents', scope: 'read:agents', retry: 'read' },
	getAgent: { method: 'GET', path: '/agents/{id}', scope: 'read:agents', retry: 'read' },
	getOverview: { method: 'GET', path: '/agents/{id}/overview', scope: 'read:analytics', retry: 'read' },
	getAnalytics: { method: 'GET', path: '/agents/{id}/analytics', scope: 'read:analytics', retry: 'read' },
	listUnansweredQuestions: {
		method: 'GET',
		path: '/agents/{id}/unanswered-questions',
		scope: 'read:analytics',
		retry: 'read',
	},
	chat: { method: 'POST', path: '/agents/{id}/chat', scope: 'write:chat', retry: 'client-message-id' },
	getUsage: { method: 'GET', path: '/usage', scope: 'read:usage', retry: 'read' },
	listConversations: { method: 'GET', path: '/agents/{id}/conversations', scope: 'read:conversations', retry: 'read' },
	getConversation: { method: 'GET', path: '/conversations/{id}', scope: 'read:conversations', retry: 'read' },
	listSources: { method: 'GET', path: '/agents/{id}/sources', scope: 'read:sources', retry: 'read' },
	getSource: { method: 'GET', path: '/agents/{id}/sources/{sourceId}', scope: 'read:sources', retry: 'read' },
	addSource: { method: 'POST', path: '/agents/{id}/sources', scope: 'write:sources', retry: 'write-once' },
	uploadSourceFile: { method: 'POST', path: '/agents/{id}/sources/files', scope: 'write:sources', retry: 'write-once' },
	updateSource: {
		method: 'PATCH',
		path: '/agents/{id}/sources/{sourceId}',
		scope: 'write:sources',
		retry: 'repeatable',
	},
	deleteSource: {
		method: 'DELETE',
		path: '/agents/{id}/sources/{sourceId}',
		scope: 'write:sources',
		retry: 'delete',
		anyReply: true,
	},
	retrain: {
		method: 'POST',
		path: '/agents/{id}/retrain',
		scope: 'write:sources',
		retry: 'write-once',
		anyReply: true,
	},
	getTrainingStatus: { method: 'GET', path: '/agents/{id}/training-status', scope: 'read:sources', retry: 'read' },
	searchKnowledge: { method: 'GET', path: '/agents/{id}/knowledge/search', scope: 'read:knowledge', retry: 'read' },
	listQaPairs: { method: 'GET', path: '/agents/{id}/qa-pairs', scope: 'read:qa', retry: 'read' },
	createQaPair: {
		method: 'POST',
		path: '/agents/{id}/qa-pairs',
		scope: 'write:qa',
		retry: 'write-once',
		savedOn503: true,
	},
	updateQaPair: {
		method: 'PATCH',
		path: '/agents/{id}/qa-pairs/{pairId}',
		scope: 'write:qa',
		retry: 'repeatable',
		savedOn503: true,
	},
	deleteQaPair: {
		method: 'DELETE',
		path: '/agents/{id}/qa-pairs/{pairId}',
		scope: 'write:qa',
		retry: 'delete',
		savedOn503: true,
		anyReply: true,
	},
	listLeads: { method: 'GET', path: '/agents/{id}/leads', scope: 'read:leads', retry: 'read' },
	getLead: { method: 'GET', path: '/agents/{id}/leads/{leadId}', scope: 'read:leads', retry: 'read' },
	listCodConfirmations: { method: 'GET', path: '/agents/{id}/cod-confirmations', scope: 'read:cod', retry: 'read' },
	getCodMetrics: { method: 'GET', path: '/agents/{id}/cod-confirmations/metrics', scope: 'read:cod', retry: 'read' },
	getCodConfirmation: {
		method: 'GET',
		path: '/agents/{id}/cod-confirmations/{confirmationId}',
		scope: 'read:cod',
		retry: 'read',
	},
	listMailboxes: { method: 'GET', path: '/agents/{id}/email', scope: 'read:email', retry: 'read' },
	actOnMailbox: {
		method: 'POST',
		path: '/agents/{id}/email',
		scope: 'write:email',
		retry: {
			field: 'action',
			of: {
				create: 'write-once',
				check: 'repeatable',
				'test-forwarding': 'never',
				'test-sending': 'never',
				activate: 'repeatable',
				disconnect: 'repeatable',
				reconnect: 'repeatable',
				update: 'repeatable',
				'mail-from': 'repeatable',
			},
		},
		anyReply: true,
	},
	deleteMailbox: { method: 'DELETE', path: '/agents/{id}/email', scope: 'write:email', retry: 'delete' },
	createEmailConversation: {
		method: 'POST',
		path: '/agents/{id}/email/conversations',
		scope: 'write:conversations',
		retry: 'idempotency-key',
	},
	queueEmailReply: {
		method: 'POST',
		path: '/agents/{id}/email/replies',
		scope: 'write:conversations',
		retry: 'idempotency-key',
	},
	getEmailConversation: {
		method: 'GET',
		path: '/agents/{id}/email/conversations/{sessionId}',
		scope: 'read:conversations',
		retry: 'read',
	},
	setEmailAutoReplies: {
		method: 'POST',
		path: '/agents/{id}/email/conversations/{sessionId}',
		scope: 'write:conversations',
		retry: 'repeatable',
	},
	getOpenApi: { method: 'GET', path: '/openapi.json', scope: null, retry: 'read' },
} as const;

export type OperationId = keyof typeof operations;

/** Limits of the service: sizes in bytes, the rate in requests per minute and key. */
export const limits = {
	requestsPerMinute: 60,
	activeKeys: 20,
	pageSize: 100,
	searchPassages: 10,
	searchPassagesDefault: 5,
	textSnippetBytes: 1048576,
	fileBytes: 10485760,
	emailRecipients: 10,
	pagesPerRetrain: 100,
} as const;

/** Media types of the files that can be uploaded, by extension. */
export const uploadTypes = {
	pdf: ['application/pdf'],
	docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	csv: ['text/csv'],
	xls: ['application/vnd.ms-excel'],
	xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	txt: ['text/plain'],
	md: ['text/markdown'],
	markdown: ['text/markdown'],
	html: ['text/html'],
	htm: ['text/html'],
	json: ['application/json'],
	png: ['image/png'],
	jpg: ['image/jpeg'],
	jpeg: ['image/jpeg'],
	webp: ['image/webp'],
	gif: ['image/gif'],
} as const;
