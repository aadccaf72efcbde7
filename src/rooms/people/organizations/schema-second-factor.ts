import { type Static, Type } from 'typebox'

export type SecondFactorRule = Static<typeof SecondFactorRule>
export const SecondFactorRule = Type.Object(
  {
    object: Type.Literal('second-factor-rule'),
    isRequired: Type.Boolean({ description: 'Whether the organization requires one of its members' }),
    isRequiredByInstallation: Type.Boolean({
      description: 'Whether everybody on this installation needs one, whatever the organization says',
    }),
    membersWithout: Type.Integer({
      description: 'Members who have neither an authenticator app nor a passkey',
    }),
  },
  { title: 'SecondFactorRule' },
)

export const SecondFactorRuleChange = Type.Object({
  isRequired: Type.Boolean({ description: 'Whether members need a second factor' }),
})
