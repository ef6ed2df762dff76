/** Fields of the node that sends a mail after approval. */
export const EMAIL = {
	resource: 'email',
	operation: 'sendAfterApproval',
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: 'agent_a' },
	to: 'ada@client.example',
	subject: 'Hello',
	content: 'A text',
	reviewers: 'lead@shop.example',
};
