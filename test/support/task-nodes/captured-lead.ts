/** A lead of the agent `agent_a`, as the service shows it. */
export const capturedLead = (id: number) => ({
	id,
	agentId: 'agent_a',
	conversationId: 'c',
	name: `Lead ${id}`,
	email: `lead${id}@client.example`,
	phone: null,
	city: 'Bern',
	country: 'Switzerland',
	countryCode: 'CH',
	fields: {},
	capturedAt: '2026-11-01T00:00:00Z',
});
