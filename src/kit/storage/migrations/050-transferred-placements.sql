-- Spaces that went to another organization have left the installations of the one they were in.
delete from integration_placements placed using integration_installations installed, spaces
where installed.id = placed.installation_id and spaces.id = placed.space_id
  and spaces.organization_id <> installed.organization_id;
