import { ChevronDownIcon } from '@sanity/icons/ChevronDown';
import { Button, Flex, Stack, Text } from '@sanity/ui';
import { Menu, MenuButton, MenuItem } from '@sanity/ui/menu';
import type { Tool, ToolMenuProps } from 'sanity';
import { StateLink } from 'sanity/router';
import { groupTools } from './tools.ts';

/** Returns the router's state of a tool that has just been opened. */
const stateOf = (name: string) => ({ tool: name, [name]: undefined });

/** Shows the tools in groups: with headings in the menu of narrow screens, in the top bar with lines between them. */
export function ToolMenu({ tools, activeToolName, context }: ToolMenuProps) {
  const buttonOf = ({ name, title }: Tool) => (
    <Button
      key={name}
      as={StateLink}
      state={stateOf(name)}
      text={title}
      mode="bleed"
      fontSize={1}
      padding={context === 'topbar' ? 2 : 3}
      justify="flex-start"
      // Large enough for a finger.
      style={context === 'sidebar' ? { minHeight: 40 } : {}}
      selected={name === activeToolName}
      aria-current={name === activeToolName ? 'page' : undefined}
    />
  );
  const groups = groupTools(tools);
  if (context === 'sidebar')
    return (
      <Stack gap={4}>
        {groups.map(({ title, tools: group }) => (
          <Stack key={title} role="group" aria-label={title} gap={1}>
            <Text size={1} muted style={{ padding: '4px 12px' }}>
              {title}
            </Text>
            {group.map(buttonOf)}
          </Stack>
        ))}
      </Stack>
    );
  return (
    <Flex gap={2} style={{ marginInline: 8 }}>
      {groups.map(({ title, tools: group }, index) => (
        <Flex
          key={title}
          role="group"
          aria-label={title}
          gap={1}
          style={
            index > 0
              ? { borderInlineStart: '1px solid var(--card-border-color)', paddingInlineStart: 8 }
              : {}
          }
        >
          {title === 'More' && group.length > 1 ? (
            <MoreTools tools={group} activeToolName={activeToolName} />
          ) : (
            group.map(buttonOf)
          )}
        </Flex>
      ))}
    </Flex>
  );
}

function MoreTools({ tools, activeToolName }: Pick<ToolMenuProps, 'tools' | 'activeToolName'>) {
  const active = tools.find(({ name }) => name === activeToolName);
  return (
    <MenuButton
      id="more-tools"
      button={
        <Button
          text={active ? `More: ${active.title}` : 'More'}
          iconRight={ChevronDownIcon}
          mode="bleed"
          fontSize={1}
          padding={2}
          selected={active !== undefined}
        />
      }
      menu={
        <Menu>
          {tools.map(({ name, title }) => (
            <MenuItem
              key={name}
              as={StateLink}
              state={stateOf(name)}
              text={title}
              fontSize={1}
              pressed={name === activeToolName}
              style={{ textDecoration: 'none' }}
            />
          ))}
        </Menu>
      }
      popover={{ portal: true }}
    />
  );
}
