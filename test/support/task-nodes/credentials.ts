import { AgentKnowledgeGatewayApi } from '../../../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';
import { TestCredentialsHelper } from '../nodes/credentials-helper';

/** A credential of the gateway. */
export class GatewayCredential extends TestCredentialsHelper<{ gatewayUrl: string; token: string }> {
	constructor(data: { gatewayUrl: string; token: string }) {
		super(new AgentKnowledgeGatewayApi(), data);
	}
}
