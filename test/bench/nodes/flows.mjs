// @ts-check

/**
 * The service whose leads are read, and n8n's credential for it.
 * @typedef {{ apiUrl: string, agentId: string, credential: { id: string, name: string } }} Service
 */

/**
 * The part of a flow that is measured. The flow is started by a POST to `/webhook/<path>`, and answers with `{ count, unique }` of the ids of the
 * items that came out of the part, so that a quick one which lost something is found out; or it ends with a node of its own.
 * `compared` names the nodes that are timed: what reads, without what only brings the ids.
 * @typedef {{ name: string, type: string, typeVersion?: number, parameters?: object, credentials?: object }} FlowNode
 * @typedef {{ path: string, nodes: FlowNode[], compared?: string[], end?: FlowNode }} Part
 */

const CREDENTIAL = 'agentKnowledgeApi';
const OURS = 'Agent Knowledge';
const HTTP_REQUEST = 'HTTP Request';
const PAGES_TO_LEADS = 'Pages to Leads';

/**
 * Return All of the leads of one agent, as they are, with each of the two nodes.
 * @param {Service} service
 * @returns {{ ours: Part, httpRequest: Part }}
 */
export function returnAllFlows(service) {
	return {
		ours: {
			path: `return-all-ours-${service.agentId}`,
			nodes: [ours(service, { operation: 'getAll', returnAll: true, simplify: false })],
			compared: [OURS],
		},
		httpRequest: {
			path: `return-all-http-${service.agentId}`,
			nodes: pagedLeads(service),
			compared: [HTTP_REQUEST, PAGES_TO_LEADS],
		},
	};
}

/**
 * What one would build without code for a CSV file of all leads: page, split, convert, write.
 * @param {Service} service
 * @param {string} file in n8n's folder for files
 * @returns {Part}
 */
export function csvFileFlow(service, file) {
	return {
		path: `csv-${service.agentId}`,
		nodes: [...pagedLeads(service), convertToFile('csv')],
		end: writeFile(file),
	};
}

/**
 * The same for all conversations with their transcripts, as JSON: page, split, one request for each, convert, write.
 * @param {Service} service
 * @param {string} file in n8n's folder for files
 * @returns {Part}
 */
export function transcriptsFlow(service, file) {
	const { apiUrl, agentId } = service;
	return {
		path: `transcripts-${agentId}`,
		nodes: [
			...paged(service, `${apiUrl}/api/v1/agents/${agentId}/conversations`),
			{ ...httpRequest(service, { url: `=${apiUrl}/api/v1/conversations/{{ $json.id }}` }), name: 'Transcripts' },
			convertToFile('toJson'),
		],
		end: writeFile(file),
	};
}

/**
 * What one would build to keep pairs in step: read all, compare in Code nodes, delete what differs, then add it. The body
 * has the wanted `pairs`.
 * @param {Service} service
 * @returns {Part}
 */
export function deleteAndAddFlow(service) {
	const url = `${service.apiUrl}/api/v1/agents/${service.agentId}/qa-pairs`;
	return {
		path: `delete-and-add-${service.agentId}`,
		nodes: [
			...paged(service, url),
			code('To Delete', TO_DELETE),
			{ ...httpRequest(service, { method: 'DELETE', url: `=${url}/{{ $json.id }}` }), name: 'Delete' },
			code('To Add', TO_ADD),
			{
				...httpRequest(service, {
					method: 'POST',
					url,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify($json) }}',
				}),
				name: 'Add',
			},
		],
	};
}

/** @param {string} name @param {string} jsCode */
const code = (name, jsCode) => ({ name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } });

const TO_DELETE = `
const wanted = new Map($('Webhook').first().json.body.pairs.map(({ question, answer }) => [question, answer]));
return $input.all().filter(({ json }) => wanted.get(json.question) !== json.answer);`;

const TO_ADD = `
const there = new Map($('${PAGES_TO_LEADS}').all().map(({ json }) => [json.question, json.answer]));
const { pairs } = $('Webhook').first().json.body;
return pairs.filter(({ question, answer }) => there.get(question) !== answer).map((json) => ({ json }));`;

/** @param {string} operation */
const convertToFile = (operation) => ({
	name: 'Convert to File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation, options: {} },
});

/** @param {string} fileName */
const writeFile = (fileName) => ({
	name: 'Write File',
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1,
	parameters: { operation: 'write', fileName, options: {} },
});

/** @param {Service} service */
const pagedLeads = (service) => paged(service, leadsUrl(service));

/** @param {Service} service @param {string} url of a list */
const paged = (service, url) => [
	httpRequest(service, {
		url,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
		options: { pagination: { pagination: OFFSETS } },
	}),
	splitOut(PAGES_TO_LEADS, 'items'),
];

/** Pages of 100 by offset, until the last one. */
const OFFSETS = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'offset', value: '={{ $pageCount * 100 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression: '={{ $response.body.offset + $response.body.items.length >= $response.body.total }}',
};

/**
 * One GET for each id of the body's `ids`.
 * @param {Service} service
 * @returns {{ ours: Part, httpRequest: Part }}
 */
export function singleGetFlows(service) {
	const split = splitOut('Split Ids', 'body.ids', { destinationFieldName: 'leadId' });
	return {
		ours: {
			path: 'single-gets-ours',
			nodes: [split, ours(service, { operation: 'get', leadId: '={{ $json.leadId }}', simplify: false })],
			compared: [OURS],
		},
		httpRequest: {
			path: 'single-gets-http',
			nodes: [split, httpRequest(service, { url: `=${leadsUrl(service)}/{{ $json.leadId }}` })],
			compared: [HTTP_REQUEST],
		},
	};
}

/** @param {Part} part @returns {import('../../../scripts/n8n/workflows.mjs').Flow} */
export function flowOf({ path, nodes, end = COUNT }) {
	const all = [webhook(path), ...nodes, end].map((node, index) => ({
		id: `node-${index}`,
		position: [200 * index, 0],
		...node,
	}));
	const names = all.map((node) => node.name);
	const connections = Object.fromEntries(
		names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }]),
	);
	// What ran is not kept: writing it down would take longer than the run, with either node.
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
	return { name: path, nodes: all, connections, settings };
}

/** @param {string} path */
const webhook = (path) => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId: path,
	parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
});

const COUNT = {
	name: 'Count',
	type: 'n8n-nodes-base.summarize',
	typeVersion: 1.1,
	parameters: {
		fieldsToSummarize: {
			values: [
				{ aggregation: 'count', field: 'id' },
				{ aggregation: 'countUnique', field: 'id' },
			],
		},
		options: {},
	},
};

/** @param {string} name @param {string} field @param {object} options */
const splitOut = (name, field, options = {}) => ({
	name,
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: field, options },
});

/** @param {Service} service @param {object} parameters */
const ours = ({ agentId, credential }, parameters) => ({
	name: OURS,
	type: 'n8n-nodes-agent-knowledge.agentKnowledge',
	typeVersion: 1,
	credentials: { [CREDENTIAL]: credential },
	parameters: { resource: 'lead', agentId: { __rl: true, mode: 'id', value: agentId }, ...parameters },
});

/** @param {Service} service @param {object} parameters */
const httpRequest = ({ credential }, parameters) => ({
	name: HTTP_REQUEST,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.3,
	credentials: { [CREDENTIAL]: credential },
	parameters: {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
		options: {},
		...parameters,
	},
});

/** @param {Service} service */
const leadsUrl = ({ apiUrl, agentId }) => `${apiUrl}/api/v1/agents/${agentId}/leads`;
