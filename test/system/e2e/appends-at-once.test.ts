/** Why the example for Google Sheets takes one lead at a time: what `examples/README.md` says of n8n's own node. */
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually } from '../../support/time/eventually';
import { GoogleSheets } from '../../support/crm/google-sheets';
import { startVendorHosts, type VendorHosts } from '../../support/crm/vendor-hosts';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { importFilled } from './import-changed';

const sheets = new GoogleSheets();

let vendors: VendorHosts | undefined;
beforeAll(async () => {
	vendors = await startVendorHosts({ [GoogleSheets.host]: sheets.listener });
});
const running = useRealN8n({ env: () => vendors?.env ?? {} });
afterAll(() => vendors?.close());

/** Starts an execution that appends a row. @returns whether it succeeded */
async function append(lead: string): Promise<boolean> {
	const response = await fetch(`${running().n8n.url}/webhook/append-row`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ lead }),
	});
	await response.arrayBuffer();
	return response.ok;
}

const leads = () => sheets.rows.slice(1).map(([lead]) => lead);

it('two executions that append at once succeed, and one row is lost; one after the other keeps both', async () => {
	const { n8n } = running();
	await saveCredential(n8n.client, {
		name: 'Google',
		type: 'googleSheetsOAuth2Api',
		data: {
			clientId: 'client',
			clientSecret: 'secret',
			oauthTokenData: { access_token: sheets.accessToken, token_type: 'Bearer' },
		},
	});
	const flow = await importFilled(n8n, 'append-row.json', { ID_OF_THE_DOCUMENT: sheets.documentId });
	await activateFlow(n8n.client, flow);
	await eventually(() => append('first'), Boolean, 'The first row');
	expect(leads()).toEqual(['first']);

	sheets.answerReadsTogether(2);
	expect(await Promise.all([append('second'), append('third')])).toEqual([true, true]);
	expect(leads()).toHaveLength(2);

	sheets.answerReadsTogether(1);
	for (const lead of ['fourth', 'fifth']) expect(await append(lead)).toBe(true);
	expect(leads().slice(2)).toEqual(['fourth', 'fifth']);
});
