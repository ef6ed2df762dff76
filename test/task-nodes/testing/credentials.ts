import { ICredentialsHelper } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeProperties,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import { AgentKnowledgeGatewayApi } from '../../../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';

/** One gateway credential, decrypted already. It authenticates as the credential's own `authenticate` block says. */
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

	authenticate(
		_credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const template = new AgentKnowledgeGatewayApi().authenticate.properties.headers?.['Authorization'];
		const written = typeof template === 'string' ? template.replace(/^=/, '') : '';
		const value = written.replace('{{$credentials.token}}', this.data.token);
		const url = 'url' in options ? options.url : undefined;
		if (url === undefined) return Promise.reject(new Error('The request has no address.'));
		return Promise.resolve({ ...options, url, headers: { ...options.headers, Authorization: value } });
	}
}
