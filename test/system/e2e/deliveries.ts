import { Client, Connection } from '@temporalio/client';
import { eventually } from '../../support/time/eventually';
import type { Stack } from '../../support/stack/start-stack';

/** How many attempts the delivery of a wait's callback took, once it has come to a good end. */
export async function attemptsOfDelivery({ temporalAddress }: Stack, waitId: string): Promise<number> {
	const connection = await Connection.connect({ address: temporalAddress });
	try {
		const { workflow } = new Client({ connection, namespace: 'agent-knowledge' });
		const delivery = workflow.getHandle(`deliver/wait.ended/${waitId.replace('wait~', '')}`);
		await eventually(
			async () => (await delivery.describe()).status.name,
			(seen) => seen === 'COMPLETED',
			`The delivery of ${waitId}`,
		);
		const { events } = await delivery.fetchHistory();
		const attempts = events?.map((event) => event.activityTaskStartedEventAttributes?.attempt ?? 0) ?? [];
		return Math.max(0, ...attempts);
	} finally {
		await connection.close();
	}
}
