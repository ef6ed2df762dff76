/** The attributes of spans, by OpenTelemetry's conventions where there are any, else by Temporal's or our own. */
export const ATTRIBUTES = {
	connection: 'agent_knowledge.connection',
	operation: 'agent_knowledge.operation',
	method: 'http.request.method',
	status: 'http.response.status_code',
	route: 'http.route',
	path: 'url.template',
	host: 'server.address',
	workflowId: 'temporalWorkflowId',
	runId: 'run_id',
	activityId: 'temporalActivityId',
} as const;

/** What is sent of a span. Ids of updates are made of what callers choose, and so stay out. */
export const KEPT: ReadonlySet<string> = new Set(Object.values(ATTRIBUTES));
