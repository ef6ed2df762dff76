import { ICredentialsHelper } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeProperties,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import { AgentKnowledgeGatewayApi } from '../../../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';

/** One gateway credential, decrypted already. It authenticates by the credential's own function. */
export class GatewayCredential extends ICredentialsHelper {
	constructor(public data: { gatewayUrl: string; token: string }) {
		super();
	}

	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	getCredentialsProperties = (): INodeProperties[] => new AgentKnowledgeGatewayApi().properties;
	preAuthentication = () => Promise.resolve(undefined);
	runPreAuthentication = () => Promise.resolve(undefined);
	getDecrypted = (): Promise<ICredentialDataDecryptedObject> => Promise.resolve({ ...this.data });
	updateCredentials = () => Promise.resolve();
	updateCredentialsOauthTokenData = () => Promise.resolve();
	getCredentials = (): Promise<ICredentials> =>
		Promise.reject(new Error('The nodes do not ask for stored credentials.'));

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = new AgentKnowledgeGatewayApi();
		if (typeof authenticate !== 'function') throw new Error('The credential sets its header by an expression.');
		return await authenticate(credentials, { url: '', ...options });
	}
}
