import type { leadOperations } from '../../../../../api/operations/leads';
import type { Sample } from '../sample';
import type { Stage } from '../stage';

async function ofNewLead(stage: Stage) {
	const id = await stage.newAgent();
	const leadId = await stage.makeByAdmin(`/agents/${id}/leads`, { name: 'Ada', email: 'ada@client.example' });
	return { params: { id, leadId } };
}

async function ofNewConfirmation(stage: Stage) {
	const id = await stage.newAgent();
	const confirmationId = await stage.makeByAdmin(`/agents/${id}/cod-confirmations`, {
		orderNumber: '1001',
		customerName: 'Ada',
		customerPhone: '+15550100',
		amount: 49.9,
		currency: 'EUR',
	});
	return { params: { id, confirmationId } };
}

const days = { startDate: '2026-01-01', endDate: '2099-12-31' };

export const leadSamples: Record<keyof typeof leadOperations, Sample> = {
	listLeads: {
		request: async (stage) => ({
			params: { id: (await ofNewLead(stage)).params.id },
			query: { email: 'client', ...days, limit: '100' },
		}),
	},
	getLead: { request: ofNewLead },
	listCodConfirmations: {
		request: async (stage) => ({ params: { id: (await ofNewConfirmation(stage)).params.id }, query: { offset: '0' } }),
	},
	getCodMetrics: {
		request: async (stage) => ({ params: { id: (await ofNewConfirmation(stage)).params.id }, query: days }),
	},
	getCodConfirmation: { request: ofNewConfirmation },
};
