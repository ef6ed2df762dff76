import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { useFlows } from './use-flows';

const flows = useFlows();

it('delivers the file of an export in the same node after the wait, with no connection chosen', async () => {
	const admin = new SandboxAdmin(flows().running.stack.sandbox);
	await admin.captureLead('agent_quick', { name: 'Ada', email: 'ada@person.example' });
	const execution = await flows().untilEnded(await flows().start('export-file.json'));

	expect(execution.status).toBe('success');
	const [exported] = execution.output('Export');
	expect(exported).toMatchObject({ outcome: 'completed', status: 'completed' });
	expect(exported).not.toHaveProperty('notDownloaded');
	expect(execution.output('Leads')).toMatchObject([{ name: 'Ada', email: 'ada@person.example' }]);
});
