import type { BulkSelection } from '../../../workflows/bulk-action/contract';
import { bulkPreviewSchema, type BulkPreviewBody } from '../../gateway/schemas';
import type { GatewayClient } from '../gateway-client';

/** What a bulk action with this filter would do now. */
export function previewBulk(client: GatewayClient, chosen: BulkSelection): Promise<BulkPreviewBody> {
	return client.ask(bulkPreviewSchema, { method: 'POST', path: '/v1/bulk-actions/preview', body: chosen });
}
